//! Elements of one, two, four, eight and more bytes that are only moved: rows that become columns, columns that are chosen by
//! index, repeated, rolled, padded and tiled, where a side may be shorter than a register. The elements tell where they
//! have been.

use array_fn::{Array, Device, Element, Error, IndexArray, array_fn};

array_fn! {
    fn turned<M, N, T: u8 | i16 | f32 | f64>(x: [T; M, N]) -> [T; N, M] { x.T }
    fn together<M, N, T: u8 | i16 | f32 | f64>(x: [T; M, N, 2]) -> [T; N, M, 2] { transpose(x, (1, 0, 2)) }
    fn quarters<M, N, T: u8 | i16 | f32 | f64>(x: [T; M, N], y: [T; M, N, 2]) -> ([T; N, M], [T; N, M, 2]) {
        (rot90(x), rot90(y))
    }
    fn reversed<M, N, T: u8 | i16 | f32 | f64>(x: [T; M, N]) -> [T; N, M] { x[..;-1, ..;-1].T }
    fn ends<M, N, T: u8 | i16 | f32 | f64>(x: [T; M, N]) -> [T; M, N] { x[.., ..;-1] }
    fn layers<M, N, K, T: u8 | i16 | f32 | f64>(x: [T; M, N, K]) -> ([T; N, K, M], [T; M, K, N]) {
        (transpose(x, (1, 2, 0)), transpose(x, (0, 2, 1)))
    }
    fn chosen<M, N, K, T: u8 | i16 | f32 | f64>(x: [T; M, N], i: [index<N>; K]) -> [T; M, K] { x[.., i] }
    fn repeated<M, N, T: u8 | i16 | f32 | f64>(x: [T; M, N]) -> ([T; M, 2 * N], [T; 2 * M, N], [T; 3 * M, N], [T; M, 5 * N]) {
        (repeat(x, 2, axis=1), repeat(x, 2, axis=0), repeat(x, 3, axis=0), repeat(x, 5, axis=1))
    }
    fn pieces<M, N, T: u8 | i16 | f32 | f64>(x: [T; M, N]) -> ([T; M, N], [T; 2 * M, 2 * N], [T; M + 2, N + 2]) {
        (roll(x, 1, axis=1), tile(x, (2, 2)), pad(x, 1, mode="edge"))
    }

    pub fn turned_u8<M, N>(x: [u8; M, N]) -> [u8; N, M] { turned(x) }
    pub fn turned_i16<M, N>(x: [i16; M, N]) -> [i16; N, M] { turned(x) }
    pub fn turned_f32<M, N>(x: [f32; M, N]) -> [f32; N, M] { turned(x) }
    pub fn turned_f64<M, N>(x: [f64; M, N]) -> [f64; N, M] { turned(x) }
    pub fn together_u8<M, N>(x: [u8; M, N, 2]) -> [u8; N, M, 2] { together(x) }
    pub fn together_i16<M, N>(x: [i16; M, N, 2]) -> [i16; N, M, 2] { together(x) }
    pub fn together_f32<M, N>(x: [f32; M, N, 2]) -> [f32; N, M, 2] { together(x) }
    pub fn together_f64<M, N>(x: [f64; M, N, 2]) -> [f64; N, M, 2] { together(x) }
    pub fn quarters_u8<M, N>(x: [u8; M, N], y: [u8; M, N, 2]) -> ([u8; N, M], [u8; N, M, 2]) { quarters(x, y) }
    pub fn ends_u8<M, N>(x: [u8; M, N]) -> [u8; M, N] { ends(x) }
    pub fn reversed_u8<M, N>(x: [u8; M, N]) -> [u8; N, M] { reversed(x) }
    pub fn quarters_i16<M, N>(x: [i16; M, N], y: [i16; M, N, 2]) -> ([i16; N, M], [i16; N, M, 2]) { quarters(x, y) }
    pub fn ends_i16<M, N>(x: [i16; M, N]) -> [i16; M, N] { ends(x) }
    pub fn reversed_i16<M, N>(x: [i16; M, N]) -> [i16; N, M] { reversed(x) }
    pub fn quarters_f32<M, N>(x: [f32; M, N], y: [f32; M, N, 2]) -> ([f32; N, M], [f32; N, M, 2]) { quarters(x, y) }
    pub fn ends_f32<M, N>(x: [f32; M, N]) -> [f32; M, N] { ends(x) }
    pub fn reversed_f32<M, N>(x: [f32; M, N]) -> [f32; N, M] { reversed(x) }
    pub fn quarters_f64<M, N>(x: [f64; M, N], y: [f64; M, N, 2]) -> ([f64; N, M], [f64; N, M, 2]) { quarters(x, y) }
    pub fn ends_f64<M, N>(x: [f64; M, N]) -> [f64; M, N] { ends(x) }
    pub fn reversed_f64<M, N>(x: [f64; M, N]) -> [f64; N, M] { reversed(x) }
    pub fn layers_u8<M, N, K>(x: [u8; M, N, K]) -> ([u8; N, K, M], [u8; M, K, N]) { layers(x) }
    pub fn layers_i16<M, N, K>(x: [i16; M, N, K]) -> ([i16; N, K, M], [i16; M, K, N]) { layers(x) }
    pub fn layers_f32<M, N, K>(x: [f32; M, N, K]) -> ([f32; N, K, M], [f32; M, K, N]) { layers(x) }
    pub fn layers_f64<M, N, K>(x: [f64; M, N, K]) -> ([f64; N, K, M], [f64; M, K, N]) { layers(x) }
    pub fn chosen_u8<M, N, K>(x: [u8; M, N], i: [index<N>; K]) -> [u8; M, K] { chosen(x, i) }
    pub fn chosen_i16<M, N, K>(x: [i16; M, N], i: [index<N>; K]) -> [i16; M, K] { chosen(x, i) }
    pub fn chosen_f32<M, N, K>(x: [f32; M, N], i: [index<N>; K]) -> [f32; M, K] { chosen(x, i) }
    pub fn chosen_f64<M, N, K>(x: [f64; M, N], i: [index<N>; K]) -> [f64; M, K] { chosen(x, i) }
    pub fn repeated_u8<M, N>(x: [u8; M, N]) -> ([u8; M, 2 * N], [u8; 2 * M, N], [u8; 3 * M, N], [u8; M, 5 * N]) { repeated(x) }
    pub fn repeated_i16<M, N>(x: [i16; M, N]) -> ([i16; M, 2 * N], [i16; 2 * M, N], [i16; 3 * M, N], [i16; M, 5 * N]) { repeated(x) }
    pub fn repeated_f32<M, N>(x: [f32; M, N]) -> ([f32; M, 2 * N], [f32; 2 * M, N], [f32; 3 * M, N], [f32; M, 5 * N]) { repeated(x) }
    pub fn repeated_f64<M, N>(x: [f64; M, N]) -> ([f64; M, 2 * N], [f64; 2 * M, N], [f64; 3 * M, N], [f64; M, 5 * N]) { repeated(x) }
    pub fn pieces_u8<M, N>(x: [u8; M, N]) -> ([u8; M, N], [u8; 2 * M, 2 * N], [u8; M + 2, N + 2]) { pieces(x) }
    pub fn pieces_i16<M, N>(x: [i16; M, N]) -> ([i16; M, N], [i16; 2 * M, 2 * N], [i16; M + 2, N + 2]) { pieces(x) }
    pub fn pieces_f32<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; 2 * M, 2 * N], [f32; M + 2, N + 2]) { pieces(x) }
    pub fn pieces_f64<M, N>(x: [f64; M, N]) -> ([f64; M, N], [f64; 2 * M, 2 * N], [f64; M + 2, N + 2]) { pieces(x) }
}

fn array<T: Element + From<u8>, const R: usize>(shape: [usize; R]) -> Result<Array<T, R>, Error> {
    let element = |k: usize| T::from((k % 127) as u8 + 1);
    Array::from_vec(shape, (0..shape.iter().product()).map(element).collect())
}

/// Whether a result has at each place what the array has at another one.
fn reads<T: Element + PartialEq + std::fmt::Debug, const R: usize, const Q: usize>(
    result: &Array<T, R>,
    x: &Array<T, Q>,
    place: impl Fn([usize; R]) -> [usize; Q],
) {
    for (k, element) in result.as_slice().iter().enumerate() {
        let (mut at, mut rest) = ([0; R], k);
        for (index, extent) in at.iter_mut().zip(result.shape()).rev() {
            (*index, rest) = (rest % extent, rest / extent);
        }
        let from = place(at).iter().zip(x.shape()).fold(0, |from, (i, n)| from * n + i);
        assert_eq!(
            *element,
            x.as_slice()[from],
            "{at:?} of {:?}, of {:?}",
            result.shape(),
            x.shape()
        );
    }
}

fn on_threads(test: impl Fn([usize; 2]) -> Result<(), Error>) -> Result<(), Error> {
    let shapes = [1, 2, 19].into_iter().flat_map(|m| (1..18).chain([31, 67]).map(move |n| [m, n]));
    for [m, n] in shapes {
        Device::cpu_with_threads(1).run(|| [[m, n], [n, m]].into_iter().try_for_each(&test))?;
    }
    // Enough for several threads.
    for shape in [[44_000, 3], [5, 27_001], [257, 511]] {
        Device::cpu_with_threads(3).run(|| test(shape))?;
    }
    Ok(())
}

macro_rules! check_turned {
    ($m:expr, $n:expr; $($turned:ident $together:ident $layers:ident)*) => {$({
        let x = array([$m, $n])?;
        reads(&$turned(&x)?, &x, |[j, i]| [i, j]);
        let x = array([$m, $n, 2])?;
        reads(&$together(&x)?, &x, |[j, i, k]| [i, j, k]);
        for k in [1, 3, 4] {
            let x = array([$m, $n, k])?;
            let (last, swapped) = $layers(&x)?;
            reads(&last, &x, |[j, k, i]| [i, j, k]);
            reads(&swapped, &x, |[i, k, j]| [i, j, k]);
        }
    })*};
}

#[test]
fn rows_become_columns() -> Result<(), Error> {
    on_threads(|[m, n]| {
        check_turned!(m, n; turned_u8 together_u8 layers_u8 turned_i16 together_i16 layers_i16
            turned_f32 together_f32 layers_f32 turned_f64 together_f64 layers_f64);
        Ok(())
    })
}

macro_rules! check_quarters {
    ($m:expr, $n:expr; $($quarters:ident $reversed:ident $ends:ident)*) => {$({
        let (m, n) = ($m, $n);
        let (x, y) = (array([m, n])?, array([m, n, 2])?);
        let (left, pairs) = $quarters(&x, &y)?;
        reads(&left, &x, |[j, i]| [i, n - 1 - j]);
        reads(&pairs, &y, |[j, i, k]| [i, n - 1 - j, k]);
        reads(&$reversed(&x)?, &x, |[j, i]| [m - 1 - i, n - 1 - j]);
        reads(&$ends(&x)?, &x, |[i, j]| [i, n - 1 - j]);
    })*};
}

#[test]
fn rows_are_read_from_the_end_on() -> Result<(), Error> {
    on_threads(|[m, n]| {
        check_quarters!(m, n; quarters_u8 reversed_u8 ends_u8 quarters_i16 reversed_i16 ends_i16
            quarters_f32 reversed_f32 ends_f32 quarters_f64 reversed_f64 ends_f64);
        Ok(())
    })
}

macro_rules! check_chosen {
    ($m:expr, $n:expr; $($chosen:ident)*) => {$(
        for count in [0, 1, 3, $n, $n + 2] {
            let columns: Vec<usize> = (0..count).map(|k| (k * 5 + 1) % $n).collect();
            let index = IndexArray::new([count], columns.clone(), $n)?;
            let x = array([$m, $n])?;
            reads(&$chosen(&x, &index)?, &x, |[i, j]| [i, columns[j]]);
        }
    )*};
}

#[test]
fn columns_are_chosen() -> Result<(), Error> {
    on_threads(|[m, n]| {
        check_chosen!(m, n; chosen_u8 chosen_i16 chosen_f32 chosen_f64);
        Ok(())
    })
}

macro_rules! check_pieces {
    ($m:expr, $n:expr; $($repeated:ident $pieces:ident)*) => {$({
        let (m, n) = ($m, $n);
        let x = array([m, n])?;
        let (columns, rows, thrice, five) = $repeated(&x)?;
        reads(&columns, &x, |[i, j]| [i, j / 2]);
        reads(&rows, &x, |[i, j]| [i / 2, j]);
        reads(&thrice, &x, |[i, j]| [i / 3, j]);
        reads(&five, &x, |[i, j]| [i, j / 5]);
        let (rolled, tiled, padded) = $pieces(&x)?;
        reads(&rolled, &x, |[i, j]| [i, (j + n - 1) % n]);
        reads(&tiled, &x, |[i, j]| [i % m, j % n]);
        let inside = |k: usize, n: usize| k.clamp(1, n) - 1;
        reads(&padded, &x, |[i, j]| [inside(i, m), inside(j, n)]);
    })*};
}

#[test]
fn columns_are_repeated_rolled_tiled_and_padded() -> Result<(), Error> {
    on_threads(|[m, n]| {
        check_pieces!(m, n; repeated_u8 pieces_u8 repeated_i16 pieces_i16
            repeated_f32 pieces_f32 repeated_f64 pieces_f64);
        Ok(())
    })
}
