//! Shared blocks of other crates. Cargo tells a build script of its package's dependencies only what their build scripts
//! say, and lets those speak whose packages have the key `links`.

use crate::Error;
use crate::modules::SharedText;
use crate::settings::Settings;
use std::{env, fs};

/// What a build script says: where the shared blocks are.
const KEY: &str = "array_fn_shared";

/// The shared blocks of the packages that this one depends on. What cannot be read is not there: then the blocks that use
/// it are compiled at run time.
pub fn shared_blocks() -> Vec<SharedText> {
    let ending = format!("_{}", KEY.to_uppercase());
    let mut paths: Vec<_> = env::vars_os()
        .filter(|(name, _)| {
            let name = name.to_string_lossy();
            name.starts_with("DEP_") && name.ends_with(&ending)
        })
        .map(|(_, path)| path)
        .collect();
    paths.sort();
    let texts = paths.into_iter().filter_map(|path| fs::read_to_string(path).ok());
    texts.filter_map(|text| SharedText::read(&text)).flatten().collect()
}

/// Tells the packages that depend on this one where the shared blocks are, if it has `links`.
pub fn pass_on(settings: &Settings, shared: &[SharedText]) -> Result<(), Error> {
    if env::var_os("CARGO_MANIFEST_LINKS").is_none() {
        return Ok(());
    }
    let path = settings.out_dir.join(KEY);
    let text = SharedText::write(shared, &settings.package);
    fs::write(&path, text).map_err(Error::file(&path))?;
    println!("cargo:{KEY}={}", path.display());
    Ok(())
}
