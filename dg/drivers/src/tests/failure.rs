//! Unit tests of the module `failure`.

use super::*;

#[test]
fn words_for_a_shell() {
    for (word, expected) in [
        ("wing=wall", "wing=wall"),
        ("surface 1=wall", "'surface 1=wall'"),
        ("it's", r"'it'\''s'"),
        ("$HOME", "'$HOME'"),
        ("a;b", "'a;b'"),
        ("", "''"),
        ("flügel", "'flügel'"),
    ] {
        assert_eq!(quoted(word), expected);
    }
    if cfg!(unix) {
        for word in ["surface 1=wall", "it's", "$HOME", "a;b", "`x`\"\\", "*", "~"] {
            let shell = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", quoted(word))])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(shell.stdout).unwrap(), word);
        }
    }
}

#[test]
fn options_of_the_other_run() {
    let difference = |name: &str, file: Option<&str>| {
        let values = Some([file.map(str::to_owned), Some("this".into())]);
        Difference { name: name.into(), values }
    };
    let differences = [
        difference("flux", Some("hllc")),
        difference("precision", Some("f64")),
        difference("overintegration", Some("true")),
    ];
    assert_eq!(
        options_of(&differences),
        "go on with `--flux hllc`, no `--f32`, `--overintegration=true`; or, if another result is meant, give \
         `--with-changes`, or leave out `--restart`"
    );
    // `--with-changes` does not allow another mesh.
    let mesh = Difference { name: "mesh".into(), values: None };
    let boundary = difference("boundary nose 1", Some("wall"));
    for (fixed, option) in [
        (mesh, "the mesh of that run"),
        (boundary, "`--boundary 'nose 1=wall'`"),
        (difference("order", Some("3")), "`--order 3`"),
        (difference("box", Some("8")), "`--box 8`"),
    ] {
        let expected = format!("go on with {option}; or begin anew: leave out `--restart`");
        assert_eq!(options_of(&[fixed]), expected);
    }
}
