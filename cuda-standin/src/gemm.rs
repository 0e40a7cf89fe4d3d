//! Products of matrices, as the stand-in for cuBLAS asks for them.

#[path = "../cublas/src/call.rs"]
mod call;

pub use call::Gemm;

use crate::work::Access;

/// The fewest terms of sums that are split.
const LONG_SUM: i32 = 64;

impl Gemm {
    pub fn describe(&self) -> String {
        let element = if self.single { "f32" } else { "f64" };
        let Gemm { m, n, k, batch, .. } = self;
        format!("cuBLAS's {batch} products of {m} x {k} and {k} x {n} matrices of {element}")
    }

    /// Rows and columns of A, B and C as they are stored.
    fn stored(&self) -> [(i32, i32); 3] {
        let of = |rows, columns, transposed| match transposed {
            false => (rows, columns),
            true => (columns, rows),
        };
        let [first, second] = self.transposed;
        [of(self.m, self.k, first), of(self.k, self.n, second), (self.m, self.n)]
    }

    /// The breaches of cuBLAS's contract.
    pub fn fault(&self) -> Option<String> {
        if self.m < 0 || self.n < 0 || self.k < 0 || self.batch < 0 {
            return Some("a negative extent".to_owned());
        }
        if self.workspace[0] == 0 {
            return Some("no workspace of the caller's (a new stream forgets it)".to_owned());
        }
        let short = |(leading, (rows, _)): (i32, (i32, i32))| leading < rows.max(1);
        let mut pairs = self.leading.into_iter().zip(self.stored());
        pairs.any(short).then(|| format!("leading dimensions {:?} are too short", self.leading))
    }

    /// The kernels of the call, in their order. As in the library, their number depends on sizes and alignment: long sums
    /// are split, and without vectors of 16 bytes columns are.
    pub fn kernels(self) -> Vec<Gemm> {
        let aligned = self.addresses.iter().all(|address| address.is_multiple_of(16));
        let whole = vec![self];
        let columns = match aligned || self.n < 2 {
            true => whole,
            false => whole.into_iter().flat_map(Gemm::halves_of_columns).collect(),
        };
        let mut all: Vec<Gemm> = match self.k < LONG_SUM {
            true => columns,
            false => columns.into_iter().flat_map(Gemm::halves_of_sums).collect(),
        };
        for (part, kernel) in (0..).zip(&mut all) {
            kernel.part = part;
        }
        all
    }

    fn halves_of_columns(self) -> [Gemm; 2] {
        let n = self.n / 2;
        let mut rest = Gemm { n: self.n - n, ..self };
        rest.advance(1, n, !self.transposed[1]);
        rest.advance(2, n, true);
        [Gemm { n, ..self }, rest]
    }

    fn halves_of_sums(self) -> [Gemm; 2] {
        let k = self.k / 2;
        let mut rest = Gemm { k: self.k - k, beta: 1.0, ..self };
        rest.advance(0, k, !self.transposed[0]);
        rest.advance(1, k, self.transposed[1]);
        [Gemm { k, ..self }, rest]
    }

    /// Leaves out the first columns, or rows, of a matrix as it is stored.
    fn advance(&mut self, array: usize, count: i32, columns: bool) {
        let step = if columns { self.leading[array] } else { 1 };
        let size = if self.single { 4 } else { 8 };
        let bytes = i64::from(count) * i64::from(step) * size;
        self.addresses[array] = self.addresses[array].wrapping_add_signed(bytes);
    }

    /// From the first to the last element of all matrices, and the workspace.
    pub fn accesses(&self) -> Vec<Access> {
        let size = if self.single { 4 } else { 8 };
        let mut all = Vec::new();
        if self.m.min(self.n).min(self.batch) > 0 {
            for (array, (rows, columns)) in self.stored().into_iter().enumerate() {
                if rows == 0 || columns == 0 {
                    continue;
                }
                let last = self.strides[array] * i64::from(self.batch - 1)
                    + i64::from(self.leading[array]) * i64::from(columns - 1)
                    + i64::from(rows);
                let (address, bytes) = (self.addresses[array], Some(last as usize * size));
                all.push(Access { address, bytes, write: array == 2 });
            }
            let [address, bytes] = self.workspace;
            all.push(Access { address, bytes: Some(bytes as usize), write: true });
        }
        all
    }

    /// Multiplies; all that is accessed was looked up.
    pub fn run(&self) {
        match self.single {
            true => self.multiply::<f32>(f64::from, |x| x as f32),
            false => self.multiply::<f64>(|x| x, |x| x),
        }
        // Nothing may rely on what the workspace holds.
        let [address, bytes] = self.workspace;
        let start = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
        // SAFETY: the workspace has these bytes.
        unsafe { start.write_bytes(0xFF, (bytes as usize).min(4096)) };
    }

    fn multiply<T: Copy>(&self, widen: impl Fn(T) -> f64, narrow: impl Fn(f64) -> T) {
        let pointer = |array: usize, at: usize| {
            let start = std::ptr::with_exposed_provenance_mut::<T>(self.addresses[array] as usize);
            start.wrapping_add(at)
        };
        let [m, n, k, batch] = [self.m, self.n, self.k, self.batch].map(|x| x as usize);
        let leading = self.leading.map(|x| x as usize);
        let at = |array: usize, point: usize, row: usize, column: usize| {
            let (row, column) = match array < 2 && self.transposed[array] {
                false => (row, column),
                true => (column, row),
            };
            pointer(array, self.strides[array] as usize * point + row + column * leading[array])
        };
        for point in 0..batch {
            for j in 0..n {
                for i in 0..m {
                    // SAFETY: the elements are within what was looked up; C is only read where it counts.
                    unsafe {
                        let terms = (0..k).map(|l| {
                            widen(at(0, point, i, l).read()) * widen(at(1, point, l, j).read())
                        });
                        let mut value = self.alpha * terms.sum::<f64>();
                        let target = at(2, point, i, j);
                        if self.beta != 0.0 {
                            value += self.beta * widen(target.read());
                        }
                        target.write(narrow(value));
                    }
                }
            }
        }
    }
}
