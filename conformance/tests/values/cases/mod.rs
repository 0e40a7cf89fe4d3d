//! The functions, a file per table. `ARRAY_FN_CASES=arrays,indexing` compiles these tables alone.

/// What `generate.py` wrote for a table.
pub struct Table {
    pub data: &'static [u8],
    pub functions: Vec<(&'static str, &'static array_fn::__rt::Function)>,
}

macro_rules! tables {
    ($($module:ident $name:literal;)*) => {
        $(#[cfg(any(all_cases, cases = $name))]
        #[allow(unused_variables, reason = "parameters that a function does not use")]
        pub mod $module;)*

        /// The tables that take part.
        pub fn tables() -> Vec<Table> {
            vec![$(
                #[cfg(any(all_cases, cases = $name))]
                Table {
                    data: include_bytes!(concat!("../data/", $name, ".bin")),
                    functions: $module::functions(),
                },
            )*]
        }
    };
}

tables! {
    complex "complex";
    complex_array_api "complex_array_api";
    contractions "contractions";
    creation "creation";
    edges "edges";
    functions "functions";
    halves "halves";
    indexing "indexing";
    language "language";
    linear "linear";
    names "names";
    operators "operators";
    products "products";
    random_numbers "random_numbers";
    rearrange "rearrange";
    reductions "reductions";
    scans "scans";
    segments "segments";
    slice_assignment "slice_assignment";
    small_integers "small_integers";
    matrices "matrices";
    small_matrices "small_matrices";
    sorting "sorting";
    sparse "sparse";
    special "special";
    statistics "statistics";
    systems "systems";
    tuning "tuning";
arrays "arrays";
}
