//! The folder where the macro looks for PTX (see `array_fn_compiler::embed`).

use crate::cache::{Cache, own_name, replace};
use crate::compiler::{Compiler, probe};
use crate::generate::Source;
use crate::settings::Settings;
use crate::toolkit::Toolkit;
use crate::{Error, parallel};
use array_fn_compiler::embed::{
    CODE_LINE, FOLDER, MANIFEST, NVCC_LINE, code_file, manifest_header,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes all sources, compiles them with the toolkit (or says why there is none), and removes what earlier
/// builds left.
pub fn write(
    settings: &Settings,
    sources: &BTreeMap<String, Source>,
    toolkit: Result<Toolkit, String>,
) -> Result<(), Error> {
    let folder = settings.out_dir.join(FOLDER);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut kept = BTreeSet::from([MANIFEST.to_string()]);
    for (stem, source) in sources {
        let name = format!("{stem}.cu");
        replace(&folder.join(&name), &source.text)?;
        kept.insert(name);
    }
    let mut devices: &[String] = &[];
    let compiled = match toolkit {
        Ok(toolkit) => compile(settings, &folder, &toolkit, sources)?.map(|compilers| {
            devices = assembled(settings, &toolkit);
            format!("{}, by {compilers}", toolkit.version)
        }),
        Err(reason) => Err(reason),
    };
    if compiled.is_ok() {
        for stem in sources.keys() {
            kept.insert(format!("{stem}.ptx"));
            kept.extend(devices.iter().map(|device| code_file(stem, device)));
        }
    }
    for entry in fs::read_dir(&folder).map_err(Error::file(&folder))?.flatten() {
        if !kept.contains(entry.file_name().to_string_lossy().as_ref()) {
            let _ = fs::remove_file(entry.path());
        }
    }
    let mut manifest = manifest_header();
    let (package, ptx) = (&settings.package, &settings.archs.ptx);
    let _ = writeln!(manifest, "\npackage: {package}\narchitecture: {ptx}");
    let _ = writeln!(manifest, "{CODE_LINE} {}", devices.join(" "));
    // One line, even if a compiler wrote several.
    let outcome = compiled.unwrap_or_else(|reason| reason);
    let outcome = outcome.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    let _ = writeln!(manifest, "{NVCC_LINE}{outcome}");
    for (stem, source) in sources {
        let _ = writeln!(manifest, "block: {stem} {} {}", source.name, source.block);
    }
    replace(&folder.join(MANIFEST), &manifest)
}

/// The architectures for which a toolkit makes code: those that are asked for, if it has an assembler.
fn assembled<'a>(settings: &'a Settings, toolkit: &Toolkit) -> &'a [String] {
    if toolkit.assembler.is_some() { &settings.archs.code } else { &[] }
}

/// Brings PTX and code of all sources into the folder, and returns the names of the compilers that made the PTX. The
/// inner error is the reason why no compiler works here.
fn compile(
    settings: &Settings,
    folder: &Path,
    toolkit: &Toolkit,
    sources: &BTreeMap<String, Source>,
) -> Result<Result<String, String>, Error> {
    let cache = Cache::new(&settings.cache)?;
    let arch = &settings.archs.ptx;
    let mut compilers: Vec<&dyn Compiler> = toolkit.compilers.iter().map(Box::as_ref).collect();
    let mut working = BTreeSet::new();
    // A compiler that does not work leaves its sources to the others.
    let jobs = loop {
        let jobs: Vec<Job> = sources
            .iter()
            .filter_map(|(stem, source)| Job::new(&cache, arch, &compilers, stem, source))
            .collect();
        let untried = |job: &&Job| !job.entry.is_file() && !working.contains(job.compiler.name());
        let Some(compiler) = jobs.iter().find(untried).map(|job| job.compiler) else { break jobs };
        let probe_folder = own_name(&cache.folder().join("probe"));
        fs::create_dir_all(&probe_folder).map_err(Error::file(&probe_folder))?;
        let works = probe(compiler, &toolkit.version, arch, &probe_folder);
        let _ = fs::remove_dir_all(&probe_folder);
        match works {
            Ok(()) => {
                working.insert(compiler.name());
            }
            Err(reason) if compilers.len() == 1 => {
                // A warning, because somebody installed an nvcc and would wonder why it is not used.
                println!("cargo:warning=array-fn: no PTX: {}", reason.replace('\n', " "));
                return Ok(Err(reason));
            }
            Err(_) => compilers.retain(|other| other.name() != compiler.name()),
        }
    };
    let missing: Vec<&Job> = jobs.iter().filter(|job| !job.entry.is_file()).collect();
    let outcomes = parallel::map(&missing, |job| job.compile(arch, folder));
    outcomes.into_iter().collect::<Result<(), Error>>()?;
    for Job { stem, entry, .. } in &jobs {
        let ptx = fs::read(entry).map_err(Error::file(entry))?;
        replace(&folder.join(format!("{stem}.ptx")), ptx)?;
    }
    assemble(settings, folder, toolkit, &jobs)?;
    let names: BTreeSet<&str> = jobs.iter().map(|job| job.compiler.name()).collect();
    Ok(Ok(names.into_iter().collect::<Vec<_>>().join(" and ")))
}

/// Brings the code of all sources into the folder.
fn assemble(
    settings: &Settings,
    folder: &Path,
    toolkit: &Toolkit,
    jobs: &[Job],
) -> Result<(), Error> {
    let devices = &settings.archs.code;
    let Some(assembler) = toolkit.assembler.as_ref().filter(|_| !devices.is_empty()) else {
        if !devices.is_empty() {
            let devices = devices.join(", ");
            println!("cargo:warning=array-fn: no code for {devices}: the toolkit has no ptxas");
        }
        return Ok(());
    };
    let all: Vec<(&Job, &String)> =
        jobs.iter().flat_map(|job| devices.iter().map(move |device| (job, device))).collect();
    let outcomes = parallel::map(&all, |(job, device)| {
        let entry = job.entry.with_extension(format!("{device}.cubin"));
        if !entry.is_file() {
            let temporary = own_name(&entry);
            assembler.assemble(device, &job.entry, &temporary).map_err(|message| {
                let (device, block) = ((*device).clone(), job.source.block.clone());
                Error::NotAssembled { device, block, message }
            })?;
            fs::rename(&temporary, &entry).map_err(Error::file(&entry))?;
        }
        let code = fs::read(&entry).map_err(Error::file(&entry))?;
        replace(&folder.join(code_file(job.stem, device)), code)
    });
    outcomes.into_iter().collect()
}

/// One source, its compiler, and the file in the cache for its PTX.
struct Job<'a> {
    stem: &'a str,
    source: &'a Source,
    compiler: &'a dyn Compiler,
    entry: PathBuf,
}

impl<'a> Job<'a> {
    /// A job with the first compiler that suits the source, or else with the first one. `None` if there is no compiler.
    fn new(
        cache: &Cache,
        arch: &str,
        compilers: &[&'a dyn Compiler],
        stem: &'a str,
        source: &'a Source,
    ) -> Option<Job<'a>> {
        let suited = compilers.iter().find(|compiler| compiler.suits(&source.text));
        let compiler = *suited.or(compilers.first())?;
        Some(Job { stem, source, compiler, entry: cache.entry(compiler, arch, stem) })
    }

    fn compile(&self, arch: &str, folder: &Path) -> Result<(), Error> {
        let path = folder.join(format!("{}.cu", self.stem));
        let temporary = own_name(&self.entry);
        self.compiler.compile(arch, &path, &temporary).map_err(|message| Error::Rejected {
            compiler: self.compiler.name(),
            path,
            block: self.source.block.clone(),
            message,
        })?;
        fs::rename(&temporary, &self.entry).map_err(Error::file(&self.entry))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use crate::fixture::{Fixture, NVCC, PTXAS};
    use array_fn_compiler::embed::Missing;
    use std::fs;

    #[test]
    fn the_macro_finds_what_was_compiled() {
        let fixture = Fixture::new("compiled");
        fixture.write(&["a", "b"]).unwrap();
        assert!(fixture.ptx("a").is_ok() && fixture.ptx("b").is_ok());
        assert_eq!(fixture.calls(), 3, "a probe and two sources");
        assert_eq!(fixture.outcome(), "nvcc: 13.0, V13.0.0, by nvcc");
        // Known sources are not compiled again, and the PTX of a source that is gone is removed.
        fixture.write(&["b"]).unwrap();
        assert_eq!(fixture.calls(), 3);
        assert_eq!(fixture.ptx("a"), Err(Missing::UnknownBlock));
        assert!(fixture.ptx("b").is_ok());
    }

    #[test]
    fn a_rejected_source_fails_the_build_and_says_where_it_came_from() {
        let fixture = Fixture::new("rejected");
        let error = fixture.write(&["this is wrong"]).unwrap_err().to_string();
        for part in ["nvcc rejected", "src/lib.rs:7", ".cu(1): error: wrong", "source: "] {
            assert!(error.contains(part), "{part} in {error}");
        }
    }

    #[test]
    fn without_nvcc_the_macro_learns_why() {
        let fixture = Fixture::new("without");
        fs::remove_file(fixture.nvcc()).unwrap();
        fixture.write(&["a"]).unwrap();
        assert!(matches!(fixture.ptx("a"), Err(Missing::NotCompiled(why)) if why.contains("nvcc")));
    }

    #[test]
    fn a_broken_nvcc_is_none() {
        let fixture = Fixture::new("broken");
        fixture.set_nvcc(&NVCC.replace("grep -q wrong", "true"));
        fixture.write(&["a"]).unwrap();
        assert!(matches!(fixture.ptx("a"), Err(Missing::NotCompiled(why)) if why.contains("work")));
    }

    #[test]
    fn the_toolkit_s_nvrtc_compiles_without_a_process() {
        let fixture = Fixture::new("nvrtc");
        if !fixture.add_nvrtc(&[]) {
            return;
        }
        fixture.write(&["a", "b"]).unwrap();
        assert_eq!(fixture.calls(), 0);
        assert_eq!(fixture.outcome(), "nvcc: 13.0, V13.0.0, by NVRTC");
        let options = "// -arch=compute_75 -w --diag-error=61 -std=c++17 --no-cache\n";
        assert_eq!(fixture.text("b"), format!(".version 9.0\n{options}// b\n"));
        assert_eq!(fixture.programs_alive(), 0);
    }

    #[test]
    fn each_compiler_has_its_own_entries_in_the_cache() {
        let mut fixture = Fixture::new("apart");
        if !fixture.add_nvrtc(&[]) {
            return;
        }
        for _ in 0..2 {
            fixture.nvrtc = true;
            fixture.write(&["a"]).unwrap();
            assert!(fixture.text("a").contains("-arch"), "by NVRTC");
            // As `ARRAY_FN_NVRTC=0` has it.
            fixture.nvrtc = false;
            fixture.write(&["a"]).unwrap();
            assert_eq!(fixture.text("a"), ".version 9.0\n", "by nvcc");
        }
        assert_eq!(fixture.calls(), 2, "a probe and a source, once");
    }

    #[test]
    fn sources_with_shared_memory_are_nvcc_s_if_it_works() {
        let fixture = Fixture::new("shared");
        if !fixture.add_nvrtc(&[]) {
            return;
        }
        fixture.write(&["a", "__shared__ b"]).unwrap();
        assert_eq!(fixture.outcome(), "nvcc: 13.0, V13.0.0, by NVRTC and nvcc");
        assert_eq!(fixture.text("__shared__ b"), ".version 9.0\n");
        assert!(fixture.text("a").contains("-arch"), "by NVRTC");
        assert_eq!(fixture.calls(), 2, "a probe and a source");
        // As without a host compiler.
        fixture.set_nvcc(&NVCC.replace("grep -q wrong", "true"));
        fixture.write(&["a", "__shared__ c"]).unwrap();
        assert_eq!(fixture.outcome(), "nvcc: 13.0, V13.0.0, by NVRTC");
        assert!(fixture.text("__shared__ c").contains("-arch"), "by NVRTC");
    }

    /// The code of a source, by architectures.
    fn code(fixture: &Fixture, text: &str) -> Vec<(String, String)> {
        let compiled = fixture.compiled(text).unwrap();
        let read = |(device, path)| (device, fs::read_to_string(path).unwrap());
        compiled.code.into_iter().map(read).collect()
    }

    #[test]
    fn code_is_made_for_the_architectures_that_are_asked_for() {
        let mut fixture = Fixture::new("code");
        fixture.set_program("ptxas", PTXAS);
        fixture.write(&["a"]).unwrap();
        assert!(code(&fixture, "a").is_empty());
        for _ in 0..2 {
            fixture.set_archs("compute_75;90;80");
            fixture.write(&["a", "b"]).unwrap();
            for text in ["a", "b"] {
                let expected = ["sm_80", "sm_90"]
                    .map(|device| (device.to_string(), format!("-arch={device}\n.version 9.0\n")));
                assert_eq!(code(&fixture, text), expected);
            }
            // Code that is not asked for any more is gone, but the next build need not make it again.
            fixture.set_archs("compute_75;90");
            fixture.write(&["a", "b"]).unwrap();
            assert_eq!(code(&fixture, "a").len(), 1);
        }
        assert_eq!(fixture.calls_of("ptxas"), 4);
    }

    #[test]
    fn code_that_cannot_be_made_fails_the_build() {
        let mut fixture = Fixture::new("no-code");
        fixture.set_program("ptxas", PTXAS);
        fixture.set_archs("100");
        let error = fixture.write(&["a"]).unwrap_err().to_string();
        for part in ["sm_100", "src/lib.rs:7", "ptxas fatal: unsupported", "ARRAY_FN_CUDA_ARCHS"] {
            assert!(error.contains(part), "{part} in {error}");
        }
    }

    #[test]
    fn a_toolkit_without_an_assembler_makes_ptx() {
        let mut fixture = Fixture::new("no-ptxas");
        fixture.set_archs("80");
        fixture.write(&["a"]).unwrap();
        assert!(fixture.ptx("a").is_ok() && code(&fixture, "a").is_empty());
    }

    #[test]
    fn nvrtc_s_log_is_shown() {
        let fixture = Fixture::new("log");
        if !fixture.add_nvrtc(&[]) {
            return;
        }
        let error = fixture.write(&["this is wrong"]).unwrap_err().to_string();
        for part in ["NVRTC rejected", "src/lib.rs:7", ".cu(1): error: wrong", "source: "] {
            assert!(error.contains(part), "{part} in {error}");
        }
        assert_eq!(fixture.programs_alive(), 0);
        // A source that the C interface cannot take, and an error without a log.
        let error = fixture.write(&["zero \0"]).unwrap_err().to_string();
        assert!(error.contains("nul byte"), "{error}");
        let error = fixture.write(&["silent"]).unwrap_err().to_string();
        assert!(error.contains("NVRTC: NVRTC_ERROR_OF_A_TEST"), "{error}");
        assert_eq!(fixture.programs_alive(), 0);
    }

    #[test]
    fn an_nvrtc_of_no_use_leaves_the_work_to_nvcc() {
        let releases: [&[&str]; 3] = [&["-DMINOR=1"], &["-DMAJOR=12"], &["-DBROKEN"]];
        for (k, defines) in releases.into_iter().enumerate() {
            let fixture = Fixture::new(&format!("useless-{k}"));
            if !fixture.add_nvrtc(defines) {
                return;
            }
            fixture.write(&["a"]).unwrap();
            assert_eq!(fixture.text("a"), ".version 9.0\n", "{defines:?}");
            assert_eq!(fixture.calls(), 2, "{defines:?}: a probe and a source");
            assert_eq!(fixture.outcome(), "nvcc: 13.0, V13.0.0, by nvcc");
        }
    }

    #[test]
    fn a_file_that_is_no_library_leaves_the_work_to_nvcc() {
        let fixture = Fixture::new("text");
        fs::write(fixture.library(), "a page that says 404").unwrap();
        fixture.write(&["a"]).unwrap();
        assert_eq!(fixture.calls(), 2);
        assert_eq!(fixture.text("a"), ".version 9.0\n");
    }
}
