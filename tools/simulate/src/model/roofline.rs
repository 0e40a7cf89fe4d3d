//! The fewest bytes that a right-hand side of the solvers moves.

/// A right-hand side that gathers the traces of neighbours, on tetrahedra.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roofline {
    /// Bytes of an element, if each element's neighbours come from the memory: the state, the result, 25 numbers of
    /// geometry, the traces of the four neighbours, and an index of 32 bits for each of their nodes.
    pub gathered: f64,
    /// Bytes of an element, if they come from a cache: the state, the result, the geometry, and 32 bytes that tell the
    /// neighbours.
    pub compulsory: f64,
    /// Nodes of an element.
    pub nodes: f64,
}

impl Roofline {
    /// That of a program, such as `wave p3 f64`; nothing for other programs.
    pub fn of(program: &str) -> Option<Roofline> {
        let mut words = program.split_whitespace();
        let fields = match words.next()? {
            "wave" => 4.0,
            "euler" => 5.0,
            _ => return None,
        };
        let order: f64 = words.next()?.strip_prefix('p')?.parse().ok()?;
        let real = match words.next()? {
            "f64" => 8.0,
            "f32" => 4.0,
            _ => return None,
        };
        let nodes = (order + 1.0) * (order + 2.0) * (order + 3.0) / 6.0;
        let of_face = (order + 1.0) * (order + 2.0) / 2.0;
        let own = real * (2.0 * fields * nodes + 25.0);
        let traces = 4.0 * of_face;
        Some(Roofline {
            gathered: own + traces * (fields * real + 4.0),
            compulsory: own + 32.0,
            nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Roofline;

    #[test]
    fn bytes_of_an_element() {
        let of = |program| Roofline::of(program).map(|found| (found.gathered, found.compulsory));
        assert_eq!(of("wave p3 f64"), Some((2920.0, 1512.0)));
        assert_eq!(of("wave p2 f64"), Some((1704.0, 872.0)));
        assert_eq!(of("euler p3 f64"), Some((3560.0, 1832.0)));
        assert_eq!(of("euler p4 f64"), Some((5640.0, 3032.0)));
        // Half of all but the indices and the 32 bytes.
        assert_eq!(of("wave p3 f32"), Some((1540.0, 772.0)));
        assert_eq!(of("navier_stokes p3 f64"), None);
        assert_eq!(of("sum_all"), None);
    }
}
