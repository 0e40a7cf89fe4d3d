//! The compilers of one CUDA toolkit.

use crate::assembler::Assembler;
use crate::compiler::{Compiler, release};
use crate::nvcc::Nvcc;
use crate::nvrtc::Nvrtc;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The toolkit that an nvcc belongs to.
pub struct Toolkit {
    /// `13.0, V13.0.88`
    pub version: String,
    /// The compilers, the quickest first. The last is nvcc.
    pub compilers: Vec<Box<dyn Compiler>>,
    pub assembler: Option<Assembler>,
}

impl Toolkit {
    /// The toolkit that the environment leads to, or the reason why there is none.
    pub fn find() -> Result<Toolkit, String> {
        let nvcc = Nvcc::find()?;
        Ok(Toolkit::of(nvcc, nvrtc_wanted(env::var_os("ARRAY_FN_NVRTC").as_deref())))
    }

    /// The toolkit of this nvcc, with its NVRTC if that is wanted and found. NVRTC has to be of the same release:
    /// another would write PTX of another ISA, which a driver of this toolkit might refuse.
    pub fn of(nvcc: Nvcc, nvrtc: bool) -> Toolkit {
        let version = nvcc.version.clone();
        let mut compilers: Vec<Box<dyn Compiler>> = Vec::new();
        if let Some(release) = release(&version).filter(|_| nvrtc) {
            let found = libraries(nvcc.path(), release)
                .into_iter()
                .find_map(|(library, builtins)| Nvrtc::load(&library, &builtins, release));
            compilers.extend(found.map(|nvrtc| Box::new(nvrtc) as Box<dyn Compiler>));
        }
        let assembler = Assembler::find(&homes(nvcc.path()));
        compilers.push(Box::new(nvcc));
        Toolkit { version, compilers, assembler }
    }
}

/// Whether `ARRAY_FN_NVRTC`, with this value, asks for NVRTC.
fn nvrtc_wanted(value: Option<&OsStr>) -> bool {
    value.is_none_or(|value| value != "0")
}

/// The paths at which the toolkit of an nvcc may have NVRTC and its builtins. The names are those of the release; the
/// folders are those of NVIDIA's archives and packages, Python wheels, conda and distributions.
fn libraries(nvcc: &Path, (major, minor): (u32, u32)) -> Vec<(PathBuf, PathBuf)> {
    let (names, builtins, places) = if cfg!(windows) {
        let names = vec![format!("nvrtc64_{major}0_0.dll")];
        let places = ["bin", "bin/x64", "bin/x86_64"].map(String::from).to_vec();
        (names, format!("nvrtc-builtins64_{major}{minor}.dll"), places)
    } else {
        let arch = env::consts::ARCH;
        let names = vec![format!("libnvrtc.so.{major}"), "libnvrtc.so".to_string()];
        let mut places = vec!["lib".to_string(), "lib64".to_string()];
        let server = if arch == "aarch64" { "sbsa" } else { arch };
        places.push(format!("targets/{server}-linux/lib"));
        places.push(format!("lib/{arch}-linux-gnu"));
        (names, format!("libnvrtc-builtins.so.{major}.{minor}"), places)
    };
    let mut found = Vec::new();
    for home in homes(nvcc) {
        for folder in places.iter().map(|place| home.join(place)) {
            found.extend(names.iter().map(|name| (folder.join(name), folder.join(&builtins))));
        }
    }
    found
}

/// The folders in whose `bin` nvcc is: by its path as it was named, and by the path to which links lead.
fn homes(nvcc: &Path) -> Vec<PathBuf> {
    // The system looked up a bare name in PATH.
    let bare = nvcc.components().count() == 1;
    let path = env::var_os("PATH").filter(|_| bare).unwrap_or_default();
    let mut in_path = env::split_paths(&path).map(|folder| folder.join(nvcc));
    let program = in_path.find(|program| program.is_file()).unwrap_or_else(|| nvcc.to_path_buf());
    let linked = program.canonicalize().ok();
    let programs = [Some(program), linked].into_iter().flatten();
    let mut homes: Vec<PathBuf> =
        programs.filter_map(|p| Some(p.parent()?.parent()?.to_path_buf())).collect();
    homes.dedup();
    homes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_zero_turns_nvrtc_off() {
        assert!(nvrtc_wanted(None) && nvrtc_wanted(Some("1".as_ref())));
        assert!(!nvrtc_wanted(Some("0".as_ref())));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_library_is_that_of_the_release() {
        let found = libraries(Path::new("/opt/cuda/bin/nvcc"), (12, 8));
        for (folder, name) in [("lib", "libnvrtc.so.12"), ("lib64", "libnvrtc.so")] {
            let folder = Path::new("/opt/cuda").join(folder);
            let pair = (folder.join(name), folder.join("libnvrtc-builtins.so.12.8"));
            assert!(found.contains(&pair), "{pair:?} in {found:?}");
        }
    }
}

/// Tests of both compilers of the toolkit in `CUDA_HOME`, if it has both.
#[cfg(all(test, unix))]
mod both {
    use super::*;
    use crate::cache::own_name;
    use crate::compiler::probe;
    use crate::fixture::required;
    use crate::parallel;
    use std::fs;

    const KERNELS: &str = r#"
__device__ __forceinline__ double wave(double x) { return sin(x) * exp(-x) + rsqrt(x); }

extern "C" __global__ void __launch_bounds__(256, 2) sums(
    const double* __restrict__ b0, double* __restrict__ b1, unsigned* count, const long long n0) {
    __shared__ double parts[256];
    const long long point = (long long)blockIdx.x * 256 + threadIdx.x;
    parts[threadIdx.x] = point < n0 ? wave(b0[point]) : 0.0;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (threadIdx.x < step) parts[threadIdx.x] += parts[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(b1, parts[0]);
        atomicAdd(count, 1u);
    }
}

extern "C" __global__ void second(const float* b0, float* b1) { b1[threadIdx.x] = fmaf(b0[0], 2.0f, 1.0f); }
"#;

    /// The toolkit. If none has NVRTC, the result is `None` and the reason is printed.
    fn toolkit() -> Option<Toolkit> {
        let Some(home) = env::var_os("CUDA_HOME").filter(|home| !home.is_empty()) else {
            println!("skipped: CUDA_HOME is not set");
            return None;
        };
        let toolkit = Nvcc::first_of(vec![Path::new(&home).join("bin/nvcc")])
            .map(|nvcc| Toolkit::of(nvcc, true));
        let toolkit = toolkit.and_then(|toolkit| match toolkit.compilers.len() {
            2 => Ok(toolkit),
            _ => Err(format!("no NVRTC of its release, {}", toolkit.version)),
        });
        match toolkit {
            Ok(toolkit) => Some(toolkit),
            Err(reason) if required() => panic!("ARRAY_FN_REQUIRE_HOST_CUDA=1, and {reason}"),
            Err(reason) => {
                println!("skipped: {reason}");
                None
            }
        }
    }

    /// The lines of a PTX text that a driver reads before any code.
    fn interface(ptx: &str) -> Vec<&str> {
        const WORDS: [&str; 7] = [
            ".version",
            ".target",
            ".address_size",
            ".visible",
            ".param",
            ".maxntid",
            ".minnctapersm",
        ];
        let lines = ptx.lines().map(str::trim);
        lines.filter(|line| WORDS.iter().any(|word| line.starts_with(word))).collect()
    }

    #[test]
    fn nvrtc_writes_what_nvcc_writes() {
        let Some(toolkit) = toolkit() else { return };
        let folder = own_name(&env::temp_dir().join("array-fn-both"));
        fs::create_dir_all(&folder).unwrap();
        let source = folder.join("kernels.cu");
        fs::write(&source, KERNELS).unwrap();
        let texts: Vec<String> = toolkit
            .compilers
            .iter()
            .map(|compiler| {
                probe(compiler.as_ref(), &toolkit.version, "compute_75", &folder).unwrap();
                let ptx = folder.join(format!("{}.ptx", compiler.name()));
                compiler.compile("compute_75", &source, &ptx).unwrap();
                fs::read_to_string(ptx).unwrap()
            })
            .collect();
        let words = interface(&texts[0]);
        assert_eq!(words, interface(&texts[1]));
        assert!(words.contains(&".target sm_75"), "{words:?}");
        assert_eq!(words.iter().filter(|word| word.contains(".entry")).count(), 2, "{words:?}");
        let _ = fs::remove_dir_all(&folder);
    }

    /// The stand-in driver reads the same fields of the header.
    #[test]
    fn ptxas_makes_code_of_each_architecture() {
        let Some(toolkit) = toolkit() else { return };
        let assembler = toolkit.assembler.expect("a toolkit with nvcc has ptxas");
        let folder = own_name(&env::temp_dir().join("array-fn-code"));
        fs::create_dir_all(&folder).unwrap();
        let (source, ptx) = (folder.join("kernels.cu"), folder.join("kernels.ptx"));
        fs::write(&source, KERNELS).unwrap();
        toolkit.compilers[0].compile("compute_75", &source, &ptx).unwrap();
        for number in [80, 90] {
            let (device, code) = (format!("sm_{number}"), folder.join(format!("{number}.cubin")));
            assembler.assemble(&device, &ptx, &code).unwrap();
            let code = fs::read(code).unwrap();
            assert!(code.starts_with(b"\x7fELF\x02\x01"), "{device}");
            assert_eq!((code[8], code[18], code[49]), (8, 190, number), "{device}");
        }
        let error = assembler.assemble("sm_13", &ptx, &folder.join("13.cubin")).unwrap_err();
        assert!(error.contains("sm_13"), "{error}");
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn constants_that_do_not_fit_are_refused() {
        let Some(toolkit) = toolkit() else { return };
        let folder = own_name(&env::temp_dir().join("array-fn-overflow"));
        fs::create_dir_all(&folder).unwrap();
        for compiler in &toolkit.compilers {
            let compile = |factor: &str| {
                let (source, ptx) = (folder.join("count.cu"), folder.join("count.ptx"));
                let text = format!(
                    "extern \"C\" __global__ void count(long long* b) {{ b[0] = {factor} * 65536; }}\n"
                );
                fs::write(&source, text).unwrap();
                compiler.compile("compute_75", &source, &ptx)
            };
            compile("65536LL").unwrap_or_else(|error| panic!("{}: {error}", compiler.name()));
            let error = compile("65536").expect_err(compiler.name());
            assert!(error.contains("out of range"), "{}: {error}", compiler.name());
        }
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn nvrtc_compiles_in_threads_and_survives_deep_expressions() {
        let Some(toolkit) = toolkit() else { return };
        let folder = own_name(&env::temp_dir().join("array-fn-deep"));
        fs::create_dir_all(&folder).unwrap();
        let nvrtc = toolkit.compilers[0].as_ref();
        let depths: Vec<usize> = (1..5).map(|k| 300 * k).collect();
        let outcomes = parallel::map(&depths, |&depth| {
            let (calls, ends) = ("sqrtf(1.0f + ".repeat(depth), ")".repeat(depth));
            let text = format!(
                "extern \"C\" __global__ void deep{depth}(float* b) {{ b[0] = {calls}b[1]{ends}; }}\n"
            );
            let (source, ptx) =
                (folder.join(format!("{depth}.cu")), folder.join(format!("{depth}.ptx")));
            fs::write(&source, text).unwrap();
            nvrtc.compile("compute_75", &source, &ptx).map(|()| fs::read_to_string(ptx).unwrap())
        });
        for (depth, outcome) in depths.iter().zip(outcomes) {
            assert!(outcome.unwrap().contains(&format!(".entry deep{depth}(")));
        }
        let _ = fs::remove_dir_all(&folder);
    }
}
