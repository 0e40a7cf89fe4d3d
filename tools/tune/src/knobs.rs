//! What there is to try: alternatives of which at most one is chosen.

use clap::Args;

/// What to try.
#[derive(Args)]
pub struct Knobs {
    /// Sizes of tasks along a dimension, such as `E=64,256,1024`
    #[arg(long, value_name = "DIM=N,N,...")]
    block: Vec<String>,
    /// Dimensions to run in lanes
    #[arg(long, value_name = "DIM,DIM,...", value_delimiter = ',')]
    vectorize: Vec<String>,
    /// CUDA threads of a block (with `--wall`)
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    threads: Vec<u32>,
    /// A kernel for each value
    #[arg(long)]
    no_fuse: bool,
    /// `let`s to try to keep in memory, or in kernels of their own
    #[arg(long, value_name = "LET,LET,...", value_delimiter = ',')]
    materialize: Vec<String>,
    /// `let`s to try to compute anew in each user
    #[arg(long, value_name = "LET,LET,...", value_delimiter = ',')]
    inline: Vec<String>,
}

/// Alternatives for one place.
#[derive(Debug, PartialEq, Eq)]
pub struct Knob {
    function: String,
    /// The `let`; the function without one.
    name: Option<String>,
    /// Attributes.
    pub values: Vec<String>,
}

impl Knob {
    /// What the attribute stands before.
    pub fn place(&self) -> String {
        match &self.name {
            None => format!("fn {}", self.function),
            Some(name) => format!("let {name}"),
        }
    }

    /// A value as the macro reads it.
    pub fn setting(&self, value: usize) -> String {
        let attribute = &self.values[value];
        match &self.name {
            None => format!("{attribute} fn {};", self.function),
            Some(name) => format!("{attribute} let {name} in {};", self.function),
        }
    }
}

impl Knobs {
    /// The knobs of a function, in the order in which they are turned: those that change most first.
    pub fn list(&self, function: &str) -> Result<Vec<Knob>, String> {
        let mut knobs = Vec::new();
        let mut add = |name: Option<&str>, values: Vec<String>| {
            if !values.is_empty() {
                let (function, name) = (function.to_string(), name.map(str::to_string));
                knobs.push(Knob { function, name, values });
            }
        };
        add(None, self.no_fuse.then(|| "#[no_fuse]".to_string()).into_iter().collect());
        for name in &self.materialize {
            add(Some(name), ["#[materialize]", "#[no_fuse]"].map(String::from).into());
        }
        for name in &self.inline {
            add(Some(name), vec!["#[inline]".into()]);
        }
        add(None, self.vectorize.iter().map(|dim| format!("#[vectorize({dim})]")).collect());
        let mut blocks = Vec::new();
        for block in &self.block {
            let Some((dim, sizes)) = block.split_once('=') else {
                return Err(format!(
                    "`--block {block}` names no sizes\n= help: write `--block {block}=64,256`"
                ));
            };
            blocks
                .extend(sizes.split(',').map(|size| format!("#[block({} = {size})]", dim.trim())));
        }
        add(None, blocks);
        add(None, self.threads.iter().map(|n| format!("#[threads({n})]")).collect());
        Ok(knobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_what_the_macro_reads() {
        let strings = |list: &[&str]| list.iter().map(|s| s.to_string()).collect::<Vec<_>>();
        let knobs = Knobs {
            block: strings(&["E=64,256", "F=8"]),
            vectorize: strings(&["N"]),
            threads: vec![64],
            no_fuse: true,
            materialize: strings(&["a"]),
            inline: strings(&["b"]),
        };
        let settings: Vec<String> = knobs
            .list("f")
            .unwrap()
            .iter()
            .flat_map(|k| (0..k.values.len()).map(|v| k.setting(v)))
            .collect();
        assert_eq!(
            settings,
            [
                "#[no_fuse] fn f;",
                "#[materialize] let a in f;",
                "#[no_fuse] let a in f;",
                "#[inline] let b in f;",
                "#[vectorize(N)] fn f;",
                "#[block(E = 64)] fn f;",
                "#[block(E = 256)] fn f;",
                "#[block(F = 8)] fn f;",
                "#[threads(64)] fn f;",
            ]
        );
        let wrong = Knobs { block: strings(&["E"]), ..knobs };
        assert!(wrong.list("f").unwrap_err().contains("--block E"));
    }
}
