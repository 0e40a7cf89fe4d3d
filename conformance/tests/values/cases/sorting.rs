// Written by generate.py.

use crate::table::functions;

array_fn::array_fn! {
    #![unfused]

    pub fn sorting_sort_f64<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; M, N], [f64; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_f64<M, N>(x: [f64; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_f64<M, N>(x: [f64; M, N]) -> ([f64; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_f64<M, N>(a: [f64; M * N], v: [f64; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_f64<M, N, K>(a: [f64; M, N], v: [f64; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_f32<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N], [f32; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_f32<M, N>(x: [f32; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_f32<M, N>(x: [f32; M, N]) -> ([f32; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_f32<M, N>(a: [f32; M * N], v: [f32; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_f32<M, N, K>(a: [f32; M, N], v: [f32; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_i32<M, N>(x: [i32; M, N]) -> ([i32; M, N], [i32; M, N], [i32; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_i32<M, N>(x: [i32; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_i32<M, N>(x: [i32; M, N]) -> ([i32; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_i32<M, N>(a: [i32; M * N], v: [i32; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_i32<M, N, K>(a: [i32; M, N], v: [i32; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_i64<M, N>(x: [i64; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_i64<M, N>(x: [i64; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_i64<M, N>(x: [i64; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_i64<M, N>(a: [i64; M * N], v: [i64; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_i64<M, N, K>(a: [i64; M, N], v: [i64; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_u32<M, N>(x: [u32; M, N]) -> ([u32; M, N], [u32; M, N], [u32; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_u32<M, N>(x: [u32; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_u32<M, N>(x: [u32; M, N]) -> ([u32; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_u32<M, N>(a: [u32; M * N], v: [u32; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn sorting_searchsorted_rows_u32<M, N, K>(a: [u32; M, N], v: [u32; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_u64<M, N>(x: [u64; M, N]) -> ([u64; M, N], [u64; M, N], [u64; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_u64<M, N>(x: [u64; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_u64<M, N>(x: [u64; M, N]) -> ([u64; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_u64<M, N>(a: [u64; M * N], v: [u64; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_u64<M, N, K>(a: [u64; M, N], v: [u64; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_bool<M, N>(x: [bool; M, N]) -> ([bool; M, N], [bool; M, N], [bool; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_bool<M, N>(x: [bool; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_bool<M, N>(x: [bool; M, N]) -> ([bool; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_bool<M, N>(a: [bool; M * N], v: [bool; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_bool<M, N, K>(a: [bool; M, N], v: [bool; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_i8<M, N>(x: [i8; M, N]) -> ([i8; M, N], [i8; M, N], [i8; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_i8<M, N>(x: [i8; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_i8<M, N>(x: [i8; M, N]) -> ([i8; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_i8<M, N>(a: [i8; M * N], v: [i8; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_i8<M, N, K>(a: [i8; M, N], v: [i8; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_u16<M, N>(x: [u16; M, N]) -> ([u16; M, N], [u16; M, N], [u16; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_u16<M, N>(x: [u16; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_u16<M, N>(x: [u16; M, N]) -> ([u16; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }

    pub fn sorting_searchsorted_u16<M, N>(a: [u16; M * N], v: [u16; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_u16<M, N, K>(a: [u16; M, N], v: [u16; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_sort_f16<M, N>(x: [f16; M, N]) -> ([f16; M, N], [f16; M, N], [f16; M * N]) {
        (sort(x), x.sort(axis=0), sort(ravel(x)))
    }

    pub fn sorting_argsort_f16<M, N>(x: [f16; M, N]) -> ([i64; M, N], [i64; M, N], [i64; M * N]) {
        (argsort(x), x.argsort(axis=0), argsort(ravel(x), stable=true))
    }

    pub fn sorting_descending_f16<M, N>(x: [f16; M, N]) -> ([f16; M, N], [i64; M, N]) {
        (sort(x, axis=0, descending=true), argsort(x, descending=true))
    }
}

array_fn::array_fn! {
    #![unfused]

    pub fn sorting_searchsorted_f16<M, N>(a: [f16; M * N], v: [f16; M, N]) -> ([i64; M, N], [i64; M, N]) {
        (searchsorted(a, v), a.searchsorted(v, side="right"))
    }

    pub fn sorting_searchsorted_rows_f16<M, N, K>(a: [f16; M, N], v: [f16; M, K]) -> ([i64; M, K], [i64; M, K]) {
        (searchsorted(a, v, side="left"), searchsorted(a, v, side="right"))
    }

    pub fn sorting_axes<A, B, C>(x: [f64; A, B, C]) -> ([f64; A, B, C], [f64; A, B, C], [i64; A, B, C]) {
        (sort(x, 0), sort(x, axis=1), argsort(x, axis=-2))
    }

    pub fn sorting_long_duplicates<N>(x: [i32; N]) -> [i64; N] {
        argsort(x)
    }

    pub fn sorting_long_floats<N>(x: [f64; N]) -> [f64; N] {
        sort(x)
    }

    pub fn sorting_many_rows<M, N>(x: [f32; M, N]) -> ([f32; M, N], [i64; M, N]) {
        (sort(x), argsort(x, axis=0))
    }

    pub fn sorting_gather_by_order<N>(x: [f64; N], y: [i32; N]) -> ([i32; N], [f64; N], [i64; N]) {
        let order = argsort(x);
        (y[order], x[order][..;-1] * 2.0, argsort(order))
    }

    pub fn sorting_in_place<N>(x: &mut [f64; N]) {
        x = sort(x);
    }

    pub fn sorting_topk<M, N>(x: [f64; M, N]) -> ([f64; M, 2], [i64; M, 2], [f64; 1, N], [i64; 1, N]) {
        let (values, at) = topk(x, 2);
        let (least, where_) = topk(x, 1, axis=0, largest=false);
        (values, at, least, where_)
    }

    pub fn sorting_search_scalar<N>(a: [f64; N], x: f64) -> (i64, i64, i64, [i64; 3]) {
        (searchsorted(a, x), searchsorted(a, x, side="right"), searchsorted(a, 0.5), searchsorted([1, 3, 5], [0, 3, 9]))
    }

    pub fn sorting_index_by_search<N, K>(a: [f64; N], y: [f64; N + 1], v: [f64; K]) -> [f64; K] {
        y[searchsorted(a, v)]
    }

    pub fn sorting_digitize<N, B>(x: [f64; N], bins: [f64; B]) -> ([i64; N], [i64; N]) {
        (digitize(x, bins), digitize(x, bins, right=true))
    }

    pub fn sorting_histogram<N, B>(x: [f64; N], bins: [f64; B]) -> [i64; B - 1] {
        histogram(x, bins)
    }

    pub fn sorting_histogram_long<N, B>(bins: [f32; B]) -> [i64; B - 1] {
        histogram(from_fn(|i: N| (i * 7919 % 5003) as f32 / 64.0), bins)
    }

    pub fn sorting_histogram_matrix<M, N>(x: [i64; M, N]) -> [i64; 4] {
        histogram(x, [0, 2, 4, 4, 9])
    }

    pub fn sorting_median_f64<M, N>(x: [f64; M, N]) -> (f64, [f64; N], [f64; M, 1], [f64; 1, 1]) {
        (median(x), x.median(axis=0), median(x, axis=-1, keepdims=true), median(x, keepdims=true))
    }

    pub fn sorting_median_f32<M, N>(x: [f32; M, N]) -> (f32, [f32; N], [f32; M, 1], [f32; 1, 1]) {
        (median(x), x.median(axis=0), median(x, axis=-1, keepdims=true), median(x, keepdims=true))
    }

    pub fn sorting_median_f16<M, N>(x: [f16; M, N]) -> (f16, [f16; N], [f16; M, 1], [f16; 1, 1]) {
        (median(x), x.median(axis=0), median(x, axis=-1, keepdims=true), median(x, keepdims=true))
    }

    pub fn sorting_median_i32<M, N>(x: [i32; M, N]) -> (f64, [f64; N], [f64; M, 1], [f64; 1, 1]) {
        (median(x), x.median(axis=0), median(x, axis=-1, keepdims=true), median(x, keepdims=true))
    }

    pub fn sorting_median_i64<M, N>(x: [i64; M, N]) -> (f64, [f64; N], [f64; M, 1], [f64; 1, 1]) {
        (median(x), x.median(axis=0), median(x, axis=-1, keepdims=true), median(x, keepdims=true))
    }

    pub fn sorting_median_u16<M, N>(x: [u16; M, N]) -> (f64, [f64; N], [f64; M, 1], [f64; 1, 1]) {
        (median(x), x.median(axis=0), median(x, axis=-1, keepdims=true), median(x, keepdims=true))
    }

    pub fn sorting_median_of_nothing<N>(x: [f64; N]) -> f64 {
        median(x)
    }
}

functions! {
    sorting_sort_f64,
    sorting_argsort_f64,
    sorting_descending_f64,
    sorting_searchsorted_f64,
    sorting_searchsorted_rows_f64,
    sorting_sort_f32,
    sorting_argsort_f32,
    sorting_descending_f32,
    sorting_searchsorted_f32,
    sorting_searchsorted_rows_f32,
    sorting_sort_i32,
    sorting_argsort_i32,
    sorting_descending_i32,
    sorting_searchsorted_i32,
    sorting_searchsorted_rows_i32,
    sorting_sort_i64,
    sorting_argsort_i64,
    sorting_descending_i64,
    sorting_searchsorted_i64,
    sorting_searchsorted_rows_i64,
    sorting_sort_u32,
    sorting_argsort_u32,
    sorting_descending_u32,
    sorting_searchsorted_u32,
    sorting_searchsorted_rows_u32,
    sorting_sort_u64,
    sorting_argsort_u64,
    sorting_descending_u64,
    sorting_searchsorted_u64,
    sorting_searchsorted_rows_u64,
    sorting_sort_bool,
    sorting_argsort_bool,
    sorting_descending_bool,
    sorting_searchsorted_bool,
    sorting_searchsorted_rows_bool,
    sorting_sort_i8,
    sorting_argsort_i8,
    sorting_descending_i8,
    sorting_searchsorted_i8,
    sorting_searchsorted_rows_i8,
    sorting_sort_u16,
    sorting_argsort_u16,
    sorting_descending_u16,
    sorting_searchsorted_u16,
    sorting_searchsorted_rows_u16,
    sorting_sort_f16,
    sorting_argsort_f16,
    sorting_descending_f16,
    sorting_searchsorted_f16,
    sorting_searchsorted_rows_f16,
    sorting_axes,
    sorting_long_duplicates,
    sorting_long_floats,
    sorting_many_rows,
    sorting_gather_by_order,
    sorting_in_place,
    sorting_topk,
    sorting_search_scalar,
    sorting_index_by_search,
    sorting_digitize,
    sorting_histogram,
    sorting_histogram_long,
    sorting_histogram_matrix,
    sorting_median_f64,
    sorting_median_f32,
    sorting_median_f16,
    sorting_median_i32,
    sorting_median_i64,
    sorting_median_u16,
    sorting_median_of_nothing,
}
