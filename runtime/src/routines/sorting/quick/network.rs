//! Sorts in registers: a network sorts each column of lanes; then the columns become runs, which are merged.

/// A network of comparisons that puts registers in order, lane by lane.
macro_rules! columns {
    ($lanes:ident, $registers:ident: $(($a:literal $b:literal))*) => {
        $([$registers[$a], $registers[$b]] = $lanes::ordered($registers[$a], $registers[$b]);)*
    };
}
pub(super) use columns;

/// Defines steps of networks for the keys of 1, 2, 4, 8 or 16 registers.
macro_rules! network {
    ($lanes:ident, $features:literal) => {
        /// Sorts each column of lanes.
        #[target_feature(enable = $features)]
        #[inline]
        fn columns<const COUNT: usize>(registers: &mut [Register; COUNT]) {
            match COUNT {
                4 => { $crate::routines::sorting::quick::columns!($lanes, registers: (0 2)(1 3)(0 1)(2 3)(1 2)); }
                8 => { $crate::routines::sorting::quick::columns!($lanes, registers:
                    (0 2)(1 3)(4 6)(5 7)(0 4)(1 5)(2 6)(3 7)(0 1)(2 3)(4 5)(6 7)(2 4)(3 5)(1 4)(3 6)(1 2)(3 4)(5 6)); }
                16 => { $crate::routines::sorting::quick::columns!($lanes, registers:
                    (0 13)(1 12)(2 15)(3 14)(4 8)(5 6)(7 11)(9 10)(0 5)(1 7)(2 9)(3 4)(6 13)(8 14)(10 15)(11 12)
                    (0 1)(2 3)(4 5)(6 8)(7 9)(10 11)(12 13)(14 15)(0 2)(1 3)(4 10)(5 11)(6 7)(8 9)(12 14)(13 15)
                    (1 2)(3 12)(4 6)(5 7)(8 10)(9 11)(13 14)(1 4)(2 6)(5 8)(7 10)(9 13)(11 14)(2 4)(3 6)(9 12)(11 13)
                    (3 5)(6 8)(7 9)(10 12)(3 4)(5 6)(7 8)(9 10)(11 12)(6 7)(8 9)); }
                _ => unreachable!("there are no other networks"),
            }
        }

        /// Reorders the registers of transposed squares, so that the registers of each column follow each other.
        #[target_feature(enable = $features)]
        #[inline]
        fn in_runs<const COUNT: usize>(registers: &mut [Register; COUNT]) {
            let (squares, run) = (*registers, COUNT / LANES);
            each!(K of COUNT => { registers[K] = squares[K % run * LANES + K / run]; });
        }

        /// Merges pairs of runs into runs of twice as many registers.
        #[target_feature(enable = $features)]
        #[inline]
        fn merge<const COUNT: usize, const RUN: usize>(registers: &mut [Register; COUNT]) {
            // With the second run taken backwards, both together ascend and then descend. The larger half stays
            // backwards.
            let mut larger = [registers[0]; COUNT];
            each!(K of COUNT / 2 => {
                let first = K / RUN * 2 * RUN;
                let left = registers[first + K % RUN];
                let right = $lanes::reversed(registers[first + 2 * RUN - 1 - K % RUN]);
                [registers[first + K % RUN], larger[K]] = $lanes::ordered(left, right);
            });
            each!(K of COUNT / 2 => {
                registers[K / RUN * 2 * RUN + RUN + K % RUN] = larger[K];
            });
            if RUN >= 8 {
                distant::<COUNT, 4>(registers);
            }
            if RUN >= 4 {
                distant::<COUNT, 2>(registers);
            }
            if RUN >= 2 {
                distant::<COUNT, 1>(registers);
            }
            each!(K of COUNT => { registers[K] = $lanes::merged(registers[K]); });
        }

        /// Puts pairs of registers at this distance in order.
        #[target_feature(enable = $features)]
        #[inline]
        fn distant<const COUNT: usize, const DISTANCE: usize>(registers: &mut [Register; COUNT]) {
            each!(K of COUNT / 2 => {
                let left = K / DISTANCE * 2 * DISTANCE + K % DISTANCE;
                [registers[left], registers[left + DISTANCE]] =
                    $lanes::ordered(registers[left], registers[left + DISTANCE]);
            });
        }
    };
}
pub(super) use network;
