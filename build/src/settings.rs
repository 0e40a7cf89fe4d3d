//! The settings of a build, from cargo's variables and from the user's.

use crate::Error;
use crate::arch::{self, Archs};
use std::env;
use std::path::{Path, PathBuf};

pub struct Settings {
    pub package: String,
    pub package_folder: PathBuf,
    pub out_dir: PathBuf,
    pub cache: PathBuf,
    /// The architectures to compile for.
    pub archs: Archs,
    pub dump: Option<PathBuf>,
}

impl Settings {
    pub fn from_env(archs: Option<&str>) -> Result<Settings, Error> {
        let required = |name| non_empty(name).ok_or(Error::NoVariable(name));
        let out_dir = PathBuf::from(required("OUT_DIR")?);
        let cache = non_empty("ARRAY_FN_CACHE_DIR").map(PathBuf::from);
        Ok(Settings {
            package: required("CARGO_PKG_NAME")?,
            package_folder: required("CARGO_MANIFEST_DIR")?.into(),
            cache: cache.unwrap_or_else(|| default_cache(&out_dir)),
            out_dir,
            archs: chosen_archs(archs)?,
            dump: non_empty(DUMP).filter(|_| is_users_own()).map(PathBuf::from),
        })
    }
}

pub fn non_empty(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn chosen_archs(builder: Option<&str>) -> Result<Archs, Error> {
    for variable in ["ARRAY_FN_CUDA_ARCHS", "CUDA_COMPUTE_CAP"] {
        if let Some(list) = non_empty(variable) {
            return Archs::of_list(variable, &list);
        }
    }
    match builder {
        Some(list) => Archs::of_list("Builder::archs", list),
        None => Ok(Archs::of_ptx(arch::DEFAULT)),
    }
}

/// A folder beside those of the profiles, so that packages, profiles and features share it. It is found from `OUT_DIR`,
/// which is `target/PROFILE/build/PACKAGE-HASH/out`.
fn default_cache(out_dir: &Path) -> PathBuf {
    let target = out_dir.ancestors().nth(4).filter(|_| {
        out_dir.ancestors().nth(2).and_then(Path::file_name).is_some_and(|name| name == "build")
    });
    target.unwrap_or(out_dir).join("array-fn-cache")
}

const DUMP: &str = "ARRAY_FN_DUMP";

/// Whether the package belongs to the workspace that is built: users do not want to read the sources of their
/// dependencies. The workspace is the folder around `target`. If the target folder has another name or place, nothing
/// is known and the answer is yes.
fn is_users_own() -> bool {
    let path = |name| env::var_os(name).map(PathBuf::from);
    match (path("CARGO_MANIFEST_DIR"), path("OUT_DIR")) {
        (Some(package), Some(out_dir)) => is_within_workspace(&package, &out_dir),
        _ => true,
    }
}

fn is_within_workspace(package: &Path, out_dir: &Path) -> bool {
    let target = out_dir.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    let root = target.filter(|folder| folder.ends_with("target")).and_then(Path::parent);
    root.is_none_or(|root| package.starts_with(root))
}

const VARIABLES: &[&str] = &[
    "ARRAY_FN_NVCC",
    "ARRAY_FN_NVRTC",
    "NVCC",
    "CUDA_HOME",
    "CUDA_PATH",
    "CUDA_ROOT",
    "CUDA_TOOLKIT_ROOT_DIR",
    "ARRAY_FN_CUDA_ARCHS",
    "CUDA_COMPUTE_CAP",
    "ARRAY_FN_CACHE_DIR",
    "ARRAY_FN_TUNING",
    "ARRAY_FN_REQUIRE_PTX",
    "DOCS_RS",
];

/// Tells cargo when to run the build script again.
///
/// Folders that do not exist are left out, because cargo takes a missing path for changed every time. So the first file
/// of a new folder is noticed only with the next change of `Cargo.toml` or of another folder.
pub fn print_rerun(folders: &[PathBuf]) {
    for variable in VARIABLES.iter().chain(Some(&DUMP).filter(|_| is_users_own())) {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=Cargo.toml");
    for folder in folders.iter().filter(|folder| folder.exists()) {
        println!("cargo:rerun-if-changed={}", folder.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_dependencies_are_not_the_users() {
        let root = env::temp_dir().join(format!("array-fn-settings-{}", std::process::id()));
        let out_dir = root.join("target/debug/build/p-1234/out");
        std::fs::create_dir_all(&out_dir).unwrap();
        let dependency = Path::new("/home/me/.cargo/registry/src/index/p-0.1.0");
        // Nothing says yet whose folder that is.
        assert!(is_within_workspace(dependency, &out_dir));
        std::fs::write(root.join("target/CACHEDIR.TAG"), "").unwrap();
        assert!(
            is_within_workspace(&root, &out_dir) && is_within_workspace(&root.join("p"), &out_dir)
        );
        assert!(!is_within_workspace(dependency, &out_dir));
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn the_cache_outlives_a_package_hash() {
        let cache = |out_dir: &str| default_cache(Path::new(out_dir));
        let shared = Path::new("/w/target/array-fn-cache");
        assert_eq!(cache("/w/target/debug/build/p-1234/out"), shared);
        assert_eq!(cache("/elsewhere/out"), Path::new("/elsewhere/out/array-fn-cache"));
    }
}
