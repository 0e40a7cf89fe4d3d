//! Unit tests of the module `plot`.

use super::*;

/// Histories with nothing to draw, with one point, and with numbers of all sizes or no numbers.
#[test]
fn extreme_histories() {
    for rows in [
        "",
        "0,0,0,1\n",
        "0,0,0,1\n1,1e-320,1e-320,1\n",
        "0,0,0,-1.7e308\n1,1e300,1,1.7e308\n",
        "0,0,0,5e-324\n1,1,1,0\n",
        "0,1,0,1\n1,1.0000000000000002,0,1.0000000000000002\n",
        "0,0,0,NaN\n1,1,1,inf\n",
        "x,y,z,w\n1,2\n",
    ] {
        let svg = draw(&format!("step,time,dt,energy\n{rows}")).unwrap();
        assert!(svg.trim_end().ends_with("</svg>"), "{rows}");
    }
}
