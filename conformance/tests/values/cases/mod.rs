//! The functions, a file per table. `ARRAY_FN_CASES=arrays,indexing` compiles these tables alone.

/// What `generate.py` wrote for a table.
pub struct Table {
    pub data: &'static [u8],
    pub functions: Vec<(&'static str, &'static array_fn::__rt::Function)>,
}

macro_rules! tables {
    ($($(#[$when:meta])? $module:ident $name:literal;)*) => {
        $($(#[$when])?
        #[cfg(any(all_cases, cases = $name))]
        #[allow(unused_variables, reason = "parameters that a function does not use")]
        pub mod $module;)*

        /// The tables that take part.
        pub fn tables() -> Vec<Table> {
            vec![$(
                $(#[$when])?
                #[cfg(any(all_cases, cases = $name))]
                Table {
                    data: include_bytes!(concat!("../data/", $name, ".bin")),
                    functions: $module::functions(),
                },
            )*]
        }
    };
}

// Clippy reads some of them: it has the same to say of all generated code, and takes minutes for so much.
tables! {
    complex "complex";
    #[cfg(not(clippy))]
    complex_array_api "complex_array_api";
    contractions "contractions";
    #[cfg(not(clippy))]
    creation "creation";
    #[cfg(not(clippy))]
    edges "edges";
    #[cfg(not(clippy))]
    functions "functions";
    halves "halves";
    indexing "indexing";
    language "language";
    #[cfg(not(clippy))]
    linear "linear";
    #[cfg(not(clippy))]
    names "names";
    operators "operators";
    #[cfg(not(clippy))]
    products "products";
    #[cfg(not(clippy))]
    random_numbers "random_numbers";
    #[cfg(not(clippy))]
    rearrange "rearrange";
    records "records";
    #[cfg(not(clippy))]
    reductions "reductions";
    #[cfg(not(clippy))]
    scans "scans";
    #[cfg(not(clippy))]
    segments "segments";
    slice_assignment "slice_assignment";
    #[cfg(not(clippy))]
    small_integers "small_integers";
    #[cfg(not(clippy))]
    matrices "matrices";
    #[cfg(not(clippy))]
    small_matrices "small_matrices";
    #[cfg(not(clippy))]
    sorting "sorting";
    #[cfg(not(clippy))]
    sparse "sparse";
    #[cfg(not(clippy))]
    special "special";
    #[cfg(not(clippy))]
    statistics "statistics";
    #[cfg(not(clippy))]
    systems "systems";
    tuning "tuning";
    arrays "arrays";
    #[cfg(not(clippy))]
    bounded "bounded";
}
