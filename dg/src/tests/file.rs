//! Unit tests of the module `file`.

use super::*;
use std::fs;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("array-fn-file-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_whole_or_nothing() {
    let folder = folder("whole");
    let path = folder.join("file");
    replace(&path, |file| file.write_all(b"one")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one");
    let error = replace(&path, |file| {
        file.write_all(b"two")?;
        Err(io::Error::other("no more"))
    });
    assert_eq!(
        error.unwrap_err().to_string(),
        format!("cannot write `{}`: no more", path.display())
    );
    assert_eq!(fs::read(&path).unwrap(), b"one");
    check(&path).unwrap();
    check(&folder.join("new")).unwrap();
    assert_eq!(names(&folder), ["file"]);
    for below in ["file/below", "nowhere/file"] {
        assert!(check(&folder.join(below)).is_err(), "{below}");
        assert!(replace(&folder.join(below), |_| Ok(())).is_err(), "{below}");
    }
    // The longest possible name.
    let long = folder.join("n".repeat(255));
    replace(&long, |file| file.write_all(b"long")).unwrap();
    assert_eq!(fs::read(&long).unwrap(), b"long");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn folders_are_not_replaced() {
    let folder = folder("folders");
    for path in [folder.clone(), folder.join(".."), PathBuf::from("/"), PathBuf::from(".")] {
        let error = replace(&path, |_| Ok(())).unwrap_err().to_string();
        assert!(error.contains("it is a folder"), "{error}");
        assert!(check(&path).is_err());
    }
    let later = folder.join("later").join("");
    assert!(check(&later).unwrap_err().to_string().contains("it is no name of a file"));
    assert!(names(&folder).is_empty());
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_stay_and_lead_to_what_is_replaced() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = folder("links");
    fs::create_dir(folder.join("below")).unwrap();
    fs::write(folder.join("below/file"), "old").unwrap();
    fs::set_permissions(folder.join("below/file"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("below/file", folder.join("link")).unwrap();
    symlink("link", folder.join("second")).unwrap();
    symlink("below/later", folder.join("dangling")).unwrap();
    symlink("round", folder.join("round")).unwrap();
    replace(&folder.join("second"), |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(folder.join("below/file")).unwrap(), b"new");
    assert_eq!(fs::metadata(folder.join("below/file")).unwrap().mode() & 0o777, 0o640);
    replace(&folder.join("dangling"), |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(folder.join("below/later")).unwrap(), b"new");
    let error = replace(&folder.join("round"), |_| Ok(())).unwrap_err().to_string();
    assert!(error.contains("too many symbolic links"), "{error}");
    for link in ["link", "second", "dangling", "round"] {
        assert!(fs::symlink_metadata(folder.join(link)).unwrap().is_symlink(), "{link}");
    }
    assert_eq!(names(&folder.join("below")), ["file", "later"]);
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn pipes_and_sockets_are_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder("pipes");
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let socket = folder.join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for (path, kind) in [(&pipe, "a named pipe"), (&socket, "a socket")] {
        for error in [replace(path, |_| Ok(())).unwrap_err(), check(path).unwrap_err()] {
            assert!(error.to_string().contains(&format!("it is {kind}")), "{error}");
        }
    }
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(fs::symlink_metadata(&socket).unwrap().file_type().is_socket());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn leftovers_of_programs_that_are_no_more() {
    let folder = folder("leftovers");
    let path = folder.join("c.bin");
    // This temporary file is still being written.
    let held = Temporary::beside(&path).unwrap();
    let held_name = held.path.file_name().unwrap().to_str().unwrap().to_owned();
    // The process number does not count: this process lives, but the one that wrote the file has ended.
    let abandoned =
        [format!("c.bin.{}-99{SUFFIX}", std::process::id()), format!("c.bin.1-0{SUFFIX}")];
    let foreign = [
        format!("other.bin.1-0{SUFFIX}"),
        format!("c.bin{SUFFIX}"),
        format!("c.bin.x-1{SUFFIX}"),
        "c.bin.1-0.tmp".into(),
        "c.bin".into(),
    ];
    for name in abandoned.iter().chain(&foreign) {
        fs::write(folder.join(name), "part").unwrap();
    }
    remove_leftovers(&path, |_| false);
    let mut expected = foreign.to_vec();
    expected.push(held_name);
    expected.sort();
    assert_eq!(names(&folder), expected);
    remove_leftovers(&path, |name| name.starts_with("other"));
    assert!(!folder.join(&foreign[0]).exists());
    held.rename(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
    fs::remove_dir_all(folder).unwrap();
}
