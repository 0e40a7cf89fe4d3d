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

/// Writes all sources, compiles them if nvcc is there, and removes what earlier builds left.
pub fn write(settings: &Settings, sources: &BTreeMap<String, Source>) -> Result<(), Error> {
    let folder = settings.out_dir.join(FOLDER);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut kept = BTreeSet::from([MANIFEST.to_string()]);
    for (stem, source) in sources {
        let name = format!("{stem}.cu");
        replace(&folder.join(&name), &source.text)?;
        kept.insert(name);
    }
    let nvcc = match sources.is_empty() {
        true => Err("there was nothing to compile".to_string()),
        false => Nvcc::find(),
    };
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
        nvcc.compile(arch, &path, &temporary)
            .map_err(|message| Error::Rejected { path, block: source.block.clone(), message })?;
        fs::rename(&temporary, entry).map_err(Error::file(entry))
    });
    outcomes.into_iter().collect::<Result<(), Error>>()?;
    for (stem, _, entry) in &entries {
        let ptx = fs::read_to_string(entry).map_err(Error::file(entry))?;
        replace(&folder.join(format!("{stem}.ptx")), &ptx)?;
    }
    Ok(Ok(()))
}
