//! Unit tests of the module `history`.

use super::*;

/// Rows of a killed run. The last one is cut within its time, which then looks like an earlier time.
#[test]
fn only_whole_rows_are_kept() {
    let path = std::env::temp_dir().join(format!("array-fn-history-{}", std::process::id()));
    let good = "step,time,dt,energy\n0,0,0,1\n1,0.25,0.25,2\n2,0.45,0.2,3\n";
    for rest in ["3,0.4", "3,0.46", "3,0.46,0.01,", "3,0.1,0.01,4\n", "3,0.45,0\n", "x\n", "\n"] {
        std::fs::write(&path, format!("{good}{rest}")).unwrap();
        let mut history = History::create(&path, &["energy"], Some(0.45)).unwrap();
        assert!(history.has(0.45), "{rest}");
        history.row(1, 0.5, 0.05, &[5.0]).unwrap();
        history.flush().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{good}3,0.5,0.05,5\n"), "{rest}");
    }
    // For an earlier time, fewer rows are kept. For other columns, none are.
    History::create(&path, &["energy"], Some(0.25)).unwrap();
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("\n1,0.25,0.25,2\n"));
    History::create(&path, &["mass"], Some(0.25)).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "step,time,dt,mass\n");
    std::fs::remove_file(&path).unwrap();
}
