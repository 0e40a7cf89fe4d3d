//! The folder that the macro looks into (see `array_fn_compiler::embed`).

use crate::cache::{Cache, own_name, replace};
use crate::generate::Source;
use crate::nvcc::Nvcc;
use crate::settings::Settings;
use crate::{Error, parallel};
use array_fn_compiler::embed::{FOLDER, MANIFEST, NVCC_LINE, manifest_header};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Writes all sources, compiles them with nvcc (or says why there is none), and removes what earlier
/// builds left.
pub fn write(
    settings: &Settings,
    sources: &BTreeMap<String, Source>,
    nvcc: Result<Nvcc, String>,
) -> Result<(), Error> {
    let folder = settings.out_dir.join(FOLDER);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut kept = BTreeSet::from([MANIFEST.to_string()]);
    for (stem, source) in sources {
        let name = format!("{stem}.cu");
        replace(&folder.join(&name), &source.text)?;
        kept.insert(name);
    }
    let compiled = match nvcc {
        Ok(nvcc) => compile(settings, &folder, &nvcc, sources)?.map(|()| nvcc.version),
        Err(reason) => Err(reason),
    };
    if compiled.is_ok() {
        kept.extend(sources.keys().map(|stem| format!("{stem}.ptx")));
    }
    for entry in fs::read_dir(&folder).map_err(Error::file(&folder))?.flatten() {
        if !kept.contains(entry.file_name().to_string_lossy().as_ref()) {
            let _ = fs::remove_file(entry.path());
        }
    }
    let mut manifest = manifest_header();
    let _ = writeln!(manifest, "\npackage: {}\narchitecture: {}", settings.package, settings.arch);
    // One line, whatever nvcc wrote.
    let outcome = compiled.unwrap_or_else(|reason| reason);
    let outcome = outcome.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let _ = writeln!(manifest, "{NVCC_LINE}{outcome}");
    for (stem, source) in sources {
        let _ = writeln!(manifest, "block: {stem} {} {}", source.name, source.block);
    }
    replace(&folder.join(MANIFEST), &manifest)
}

/// Brings the PTX of all sources into the folder. The inner error is why nvcc is of no use here.
fn compile(
    settings: &Settings,
    folder: &Path,
    nvcc: &Nvcc,
    sources: &BTreeMap<String, Source>,
) -> Result<Result<(), String>, Error> {
    let cache = Cache::new(&settings.cache)?;
    let arch = &settings.arch;
    let entries: Vec<_> =
        sources.iter().map(|(stem, s)| (stem, s, cache.entry(nvcc, arch, stem))).collect();
    let missing: Vec<_> = entries.iter().filter(|(_, _, entry)| !entry.is_file()).collect();
    if !missing.is_empty() {
        let probe_folder = own_name(&cache.folder().join("probe"));
        fs::create_dir_all(&probe_folder).map_err(Error::file(&probe_folder))?;
        let probe = nvcc.probe(arch, &probe_folder);
        let _ = fs::remove_dir_all(&probe_folder);
        if let Err(reason) = probe {
            // Said aloud, because somebody installed an nvcc and would wonder.
            println!("cargo:warning=array-fn: no PTX: {}", reason.replace('\n', " "));
            return Ok(Err(reason));
        }
    }
    let outcomes = parallel::map(&missing, |(stem, source, entry)| {
        let path = folder.join(format!("{stem}.cu"));
        let temporary = own_name(entry);
        nvcc.compile(arch, &path, &temporary).map_err(|message| Error::Rejected {
            path,
            block: source.block.clone(),
            message,
        })?;
        fs::rename(&temporary, entry).map_err(Error::file(entry))
    });
    outcomes.into_iter().collect::<Result<(), Error>>()?;
    for (stem, _, entry) in &entries {
        let ptx = fs::read_to_string(entry).map_err(Error::file(entry))?;
        replace(&folder.join(format!("{stem}.ptx")), &ptx)?;
    }
    Ok(Ok(()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use array_fn_compiler::embed::{Missing, ptx_in, stem};
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    /// A compiler that turns each source into PTX of one line, and rejects those with `wrong` in them.
    const FAKE: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "Cuda compilation tools, release 13.0, V13.0.0"; exit; fi
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
echo call >>"$0.calls"
if grep -q wrong "$1"; then echo "$1(1): error: wrong" >&2; exit 1; fi
echo ".version 9.0" >"$out"
"#;

    struct Fixture {
        folder: PathBuf,
        settings: Settings,
    }

    impl Fixture {
        fn new(name: &str) -> Fixture {
            let folder =
                std::env::temp_dir().join(format!("array-fn-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            let out_dir = folder.join("out");
            fs::create_dir_all(&out_dir).unwrap();
            let settings = Settings {
                package: "p".to_string(),
                package_folder: folder.clone(),
                cache: folder.join("cache"),
                out_dir,
                arch: "compute_75".to_string(),
                dump: None,
            };
            fs::write(folder.join("nvcc"), FAKE).unwrap();
            let executable = fs::Permissions::from_mode(0o755);
            fs::set_permissions(folder.join("nvcc"), executable).unwrap();
            Fixture { folder, settings }
        }

        fn write(&self, texts: &[&str]) -> Result<(), Error> {
            let source = |text: &str| Source {
                name: "f".to_string(),
                text: text.to_string(),
                block: "src/lib.rs:7".to_string(),
                extras: Vec::new(),
            };
            let sources = texts.iter().map(|text| (stem(text), source(text))).collect();
            let nvcc = Nvcc::first_of(vec![self.folder.join("nvcc")]);
            write(&self.settings, &sources, nvcc)
        }

        fn ptx(&self, text: &str) -> Result<PathBuf, Missing> {
            ptx_in(&self.settings.out_dir.join(FOLDER), text)
        }

        fn calls(&self) -> usize {
            fs::read_to_string(self.folder.join("nvcc.calls")).map_or(0, |t| t.lines().count())
        }
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn the_macro_finds_what_was_compiled() {
        let fixture = Fixture::new("compiled");
        fixture.write(&["a", "b"]).unwrap();
        assert!(fixture.ptx("a").is_ok() && fixture.ptx("b").is_ok());
        assert_eq!(fixture.calls(), 3, "a probe and two sources");
        // Known sources are not compiled again, and what is gone is not found again.
        fixture.write(&["b"]).unwrap();
        assert_eq!(fixture.calls(), 3);
        assert_eq!(fixture.ptx("a"), Err(Missing::UnknownBlock));
        assert!(fixture.ptx("b").is_ok());
    }

    #[test]
    fn a_rejected_source_fails_the_build_and_says_where_it_came_from() {
        let fixture = Fixture::new("rejected");
        let error = fixture.write(&["this is wrong"]).unwrap_err().to_string();
        for part in ["src/lib.rs:7", ".cu(1): error: wrong", "source: "] {
            assert!(error.contains(part), "{part} in {error}");
        }
    }

    #[test]
    fn without_nvcc_the_macro_learns_why() {
        let fixture = Fixture::new("without");
        fs::remove_file(fixture.folder.join("nvcc")).unwrap();
        fixture.write(&["a"]).unwrap();
        assert!(matches!(fixture.ptx("a"), Err(Missing::NotCompiled(why)) if why.contains("nvcc")));
    }

    #[test]
    fn a_broken_nvcc_is_none() {
        let fixture = Fixture::new("broken");
        let broken = FAKE.replace("grep -q wrong", "true");
        fs::write(fixture.folder.join("nvcc"), broken).unwrap();
        fixture.write(&["a"]).unwrap();
        assert!(matches!(fixture.ptx("a"), Err(Missing::NotCompiled(why)) if why.contains("work")));
    }
}
