//! Libraries of headers in a temporary folder, and the messages about wrong declarations.

use super::*;
use crate::fixture::required;
use array_fn_compiler::foreign::libraries;
use array_fn_compiler::shared::Handed;
use std::process::{self, Command};

/// A folder with headers.
struct Headers(PathBuf);

impl Headers {
    fn new(name: &str) -> Headers {
        let folder =
            std::env::temp_dir().join(format!("array-fn-foreign-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Headers(folder)
    }

    fn library(&self, header: &str, declaration: &str) -> Library {
        fs::write(self.0.join("phi.h"), header).unwrap();
        let header = self.0.join("phi.h");
        let block = format!("unsafe extern \"{}\" fn {declaration};", header.display());
        let found = libraries(block.parse().unwrap(), &Handed::default());
        assert_eq!(found.headers, [header]);
        found.libraries.into_iter().next().unwrap()
    }

    /// What is wrong, line by line; nothing if there is a library.
    fn refused(&self, header: &str, declaration: &str) -> Vec<String> {
        let library = self.library(header, declaration);
        one(&CCompiler::find(), &self.0, &library).unwrap();
        let archive = self.0.join(library_file(&library.name));
        let refusal = fs::read_to_string(self.0.join(refusal_file(&library.name)));
        assert_eq!(archive.is_file(), refusal.is_err());
        let folder = format!("{}/", self.0.display());
        let refusal = refusal.unwrap_or_default().replace(&folder, "");
        refusal.lines().map(str::to_string).collect()
    }
}

impl Drop for Headers {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Whether there is a C compiler to test with.
fn has_compiler() -> bool {
    let found = Command::new("cc").arg("--version").output().is_ok();
    assert!(found || !required(), "ARRAY_FN_REQUIRE_HOST_CUDA=1, and no cc");
    if !found {
        println!("skipped: no cc");
    }
    found
}

const NOTHING: [&str; 0] = [];

#[test]
fn declarations_that_agree_become_libraries() {
    if !has_compiler() {
        return;
    }
    let headers = Headers::new("agree");
    let inline = "static inline double phi(double x, int n) { return n * x; }";
    assert_eq!(headers.refused(inline, "phi(x: f64, n: i32) -> f64"), NOTHING);
    assert_eq!(headers.refused("float phi(void);", "phi() -> f32"), NOTHING);
    let two = "static inline void phi(double x, double *a, int *b) { *a = x; *b = 1; }";
    assert_eq!(headers.refused(two, "phi(x: f64) -> (f64, i32)"), NOTHING);
    let arrays =
        "#include <stdint.h>\nvoid phi(int64_t n, const double *x, double *y, int64_t *count);";
    assert_eq!(headers.refused(arrays, "phi<N>(x: [f64; N]) -> ([f64; N], i64)"), NOTHING);
    let sized = "#include <stdint.h>\n#include <stdbool.h>\nbool phi(int64_t, uint8_t, bool);";
    assert_eq!(headers.refused(sized, "phi(a: i64, b: u8, c: bool) -> bool"), NOTHING);
}

#[test]
fn libraries_are_compiled_once() {
    if !has_compiler() {
        return;
    }
    let headers = Headers::new("once");
    let library = headers.library("double phi(double);", "phi(x: f64) -> f64");
    let (compiler, archive) = (CCompiler::find(), headers.0.join(library_file(&library.name)));
    one(&compiler, &headers.0, &library).unwrap();
    fs::write(&archive, "kept").unwrap();
    one(&compiler, &headers.0, &library).unwrap();
    assert_eq!(fs::read_to_string(&archive).unwrap(), "kept");
    // Another text of the header is another library.
    let other = headers.library("double phi(double); /* */", "phi(x: f64) -> f64");
    assert_ne!(other.name, library.name);
}

#[test]
fn declarations_that_disagree_are_refused() {
    if !has_compiler() {
        return;
    }
    let headers = Headers::new("disagree");
    let types = headers.refused("float phi(float x, int n);", "phi(x: f64, n: i32) -> f64");
    let (here, there, help) = match cfg!(feature = "foreign") {
        true => (
            "here: `fn phi(f64, i32) -> f64`",
            "there: `fn phi(f32, i32) -> f32`",
            "declare the types of the header",
        ),
        false => (
            "here: `double phi(double, int32_t)`",
            "there: `float phi(float, int)`",
            "declare the types of the header: f64 is `double`, f32 `float`, i64 `int64_t`, u8 `uint8_t`, bool `bool`",
        ),
    };
    assert_eq!(types, ["`phi` has other types in `phi.h`", here, there, help]);
    let count = headers.refused("double phi(double x, double y);", "phi(x: f64) -> f64");
    let there = match cfg!(feature = "foreign") {
        true => "there: `fn phi(f64, f64) -> f64`",
        false => "there: `double phi(double, double)`",
    };
    assert_eq!(count[0], "`phi` has other types in `phi.h`");
    assert_eq!(count[2], there);
    let two = "static inline void phi(double x, double *a, double *b) { *a = *b = x; }";
    let two = headers.refused(two, "phi(x: f64) -> (f64, f32)");
    let here = match cfg!(feature = "foreign") {
        true => {
            ["here: `fn phi(f64, *mut f64, *mut f32)`", "there: `fn phi(f64, *mut f64, *mut f64)`"]
        }
        false => [
            "here: `void phi(double, double *, float *)`",
            "there: `void phi(double, double *, double *)`",
        ],
    };
    assert_eq!(two[0], "`phi` has other types in `phi.h`");
    assert_eq!(two[1..3], here);
    let cuda = "#include <stdint.h>
        void phi(int64_t n, const double *x, double s, double *y);
        void phi_cuda(void *stream, int64_t n, const double *x, double s, double *y);";
    let cuda = headers.refused(cuda, "phi<N>(x: [f64; N], s: f64) -> [f64; N]");
    assert_eq!(cuda[0], "`phi_cuda` has other types in `phi.h`");
    assert_eq!(
        cuda[1],
        "here: `void phi_cuda(struct CUstream_st *, int64_t, const double *, const double *, double *)`"
    );
    assert!(cuda[2].starts_with("there: `void phi_cuda(void *"), "{cuda:?}");
    let name = headers.refused("double phy(double x);", "phi(x: f64) -> f64");
    assert_eq!(name[0], "`phi.h` declares no function `phi`");
    assert!(name[1].starts_with("the C compiler says: ") && name[1].contains("phi"), "{name:?}");
    assert_eq!(name[2..], ["the name is that of the function in C: correct it, or the header"]);
    let defined = headers.refused("double phi(double x) { return x; }", "phi(x: f64) -> f64");
    assert_eq!(
        defined,
        [
            "`phi` is defined in `phi.h`, and is not `static`",
            "each C file that includes the header would define it",
            "write `static inline` in front of it in `phi.h`",
        ]
    );
    let broken = headers.refused("int64_t phi(double x);", "phi(x: f64) -> i64");
    // The loops have included the header of the system before.
    assert_eq!(broken, NOTHING);
    let broken = headers.refused("doble phi(double x);", "phi(x: f64) -> f64");
    assert_eq!(broken[0], "`phi.h` does not compile as C");
    assert!(
        broken[1].starts_with("phi.h:1:1: error: ") && broken[1].contains("doble"),
        "{broken:?}"
    );
    assert!(broken.last().unwrap().starts_with("a header includes what it uses"), "{broken:?}");
}

#[test]
fn a_missing_compiler_is_named() {
    let headers = Headers::new("missing");
    let library = headers.library("double phi(double);", "phi(x: f64) -> f64");
    let expected = |reason: &str| {
        format!(
            "no C compiler compiles `phi`\n{reason}\ninstall one (Debian and Ubuntu: `apt install gcc`), or name it by \
             the variable CC, and options by CFLAGS\n"
        )
    };
    let reason = "`cc`: No such file or directory";
    assert_eq!(refusal(&library, &Failure::Program(reason.to_string())), expected(reason));
    let reason = "cc: fatal error: no input files";
    assert_eq!(refusal(&library, &Failure::Messages(format!("{reason}\n"))), expected(reason));
}
