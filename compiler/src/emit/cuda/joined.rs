//! Several launches as one kernel: some threads of a block do all of them for a row of a strip, and wait for each other
//! in between. What one of them writes, the next one reads from a cache.
//!
//! Sums have the threads, and so the bits, that they have in a kernel of their own. [`array_fn_plan::joined_blocks`]
//! tells for which sizes a GPU runs such a kernel.

use super::body::Body;
use super::helpers::Helpers;
use super::kernel::{Form, decode, parallel_loops, parameters, product};
use super::mapping::{Mapping, Neighbours, Sharing, Strategy, Terms};
use super::terms;
use crate::dag::Size;
use crate::emit::text::add_line;
use crate::plan::{Joined, Launch, LaunchId, Schedule, Strip};
use crate::schedule::kernel::{Extent, KernelIr, Stmt};

/// The kernels of several launches of a program.
pub(super) struct Joins<'a> {
    kernels: &'a [(&'a str, &'a KernelIr)],
    found: Vec<Join>,
}

/// A kernel of several launches.
#[derive(PartialEq, Eq)]
struct Join {
    name: String,
    /// The kernels of the launches: positions in the program.
    members: Vec<usize>,
    /// A member that has sums, by its place among them, and how its threads share their terms.
    sharing: (usize, Sharing),
    threads: u32,
    shared_bytes: u32,
}

/// What a launch does for each row.
enum Role {
    /// Sums with so many terms.
    Sums(Mapping, Sharing, Size),
    /// So many points.
    Points(Size),
}

impl<'a> Joins<'a> {
    pub(super) fn new(kernels: &'a [(&'a str, &'a KernelIr)]) -> Joins<'a> {
        Joins { kernels, found: Vec::new() }
    }

    /// The launches of a schedule that may run as one kernel.
    pub(super) fn of(&mut self, schedule: &Schedule) -> Vec<Joined> {
        let mut strips: Vec<(&Strip, Vec<usize>)> = Vec::new();
        for (k, launch) in schedule.launches.iter().enumerate() {
            let Some(strip) = &launch.strip else { continue };
            match strips.iter_mut().find(|(known, _)| known.number == strip.number) {
                Some((_, members)) => members.push(k),
                None => strips.push((strip, vec![k])),
            }
        }
        let mut all = Vec::new();
        for (strip, members) in strips {
            let fits = |k: &usize| self.role(&schedule.launches[*k], &strip.rows).is_some();
            let runs: Vec<&[usize]> = members.chunk_by(|a, b| fits(a) == fits(b)).collect();
            all.extend(runs.into_iter().filter_map(|run| self.join(schedule, &strip.rows, run)));
        }
        all
    }

    /// What a launch does for each row, if threads of a block can do it.
    fn role(&self, launch: &Launch, rows: &Size) -> Option<Role> {
        let (_, kernel) = self.kernels[launch.kernel.0];
        let (own_rows, inner) = launch.extents.split_first()?;
        let [phase] = kernel.phases.as_slice() else { return None };
        let is_row = launch.strip.as_ref().is_some_and(|strip| strip.step.is_one());
        if kernel.routine.is_some() || !is_row || own_rows != rows || !phase.loops.is_empty() {
            return None;
        }
        let mapping = Mapping::choose(kernel);
        match mapping.strategy {
            Strategy::Terms(sharing) if sharing.neighbours == Neighbours::Terms => {
                let mut reductions = phase.body.iter().filter_map(|statement| match statement {
                    Stmt::Reduce { loops, .. } => Some(loops.as_slice()),
                    _ => None,
                });
                // Several sums have the same terms.
                let is_alone = reductions.all(|loops| match loops {
                    [only] => match (only.extent, sharing.terms) {
                        (Extent::Const(n), Terms::Known(terms)) => n == terms,
                        (Extent::Size(a), Terms::Size(b)) => a == b,
                        _ => false,
                    },
                    _ => false,
                });
                let terms = match sharing.terms {
                    Terms::Known(n) => Size::constant(n),
                    Terms::Size(k) => launch.sizes.get(k as usize)?.clone(),
                };
                (is_alone && inner.is_empty()).then_some(Role::Sums(mapping, sharing, terms))
            }
            Strategy::Flat | Strategy::Registers if kernel.locals.is_empty() => {
                Some(Role::Points(inner.iter().fold(Size::one(), |points, n| points.mul(n))))
            }
            _ => None,
        }
    }

    /// One kernel for launches of a strip, each of which has a role.
    fn join(&mut self, schedule: &Schedule, rows: &Size, run: &[usize]) -> Option<Joined> {
        let (&first, &last) = (run.first()?, run.last()?);
        let roles: Option<Vec<Role>> =
            run.iter().map(|&k| self.role(&schedule.launches[k], rows)).collect();
        let roles = roles?;
        let sums = roles.iter().enumerate().filter_map(|(k, role)| match role {
            Role::Sums(mapping, sharing, terms) => Some((k, mapping, *sharing, terms)),
            Role::Points(_) => None,
        });
        let sums: Vec<_> = sums.collect();
        let &(place, mapping, sharing, terms) = sums.first()?;
        let alike = |role: &Role| match role {
            Role::Sums(other, of, number) => {
                other.threads == mapping.threads && of.most == sharing.most && number == terms
            }
            Role::Points(number) => number == terms || number.is_one(),
        };
        if run.len() < 2 || sharing.most != mapping.threads || !roles.iter().all(alike) {
            return None;
        }
        // Those between them that need one of them would have to run in the middle.
        let mut needs = vec![false; last + 1];
        for k in first..=last {
            let after = &schedule.launches[k].after;
            needs[k] = run.contains(&k) || after.iter().any(|b| needs[b.0]);
            if needs[k] && !run.contains(&k) {
                return None;
            }
        }
        let members: Vec<usize> = run.iter().map(|&k| schedule.launches[k].kernel.0).collect();
        let shared_bytes = sums.iter().map(|(_, mapping, ..)| mapping.shared_bytes).max();
        let name = self.name(&members);
        let join = Join {
            name: name.clone(),
            members,
            sharing: (place, sharing),
            threads: mapping.threads,
            shared_bytes: shared_bytes.unwrap_or(0),
        };
        let joined = Joined {
            launches: run.iter().map(|&k| LaunchId(k)).collect(),
            name,
            threads: join.threads,
            shared_bytes: join.shared_bytes,
            rows: rows.clone(),
            terms: terms.clone(),
        };
        if !self.found.contains(&join) {
            self.found.push(join);
        }
        Some(joined)
    }

    /// The name of the kernel that joins these: that of the last one, and how many come before it.
    fn name(&self, members: &[usize]) -> String {
        if let Some(known) = self.found.iter().find(|join| join.members == members) {
            return known.name.clone();
        }
        let last = members.last().map_or("kernel", |&k| self.kernels[k].0);
        let is_free = |name: &String| {
            self.kernels.iter().all(|(other, _)| other != name)
                && self.found.iter().all(|join| join.name != *name)
        };
        let name = format!("{last}_with_{}_before", members.len() - 1);
        let others = (2..).map(|k| format!("{name}_{k}"));
        std::iter::once(name.clone()).chain(others).find(is_free).unwrap_or_default()
    }

    /// The text of all of them.
    pub(super) fn text(&self, helpers: &mut Helpers) -> String {
        self.found.iter().map(|join| format!("\n{}", self.function(join, helpers))).collect()
    }

    fn function(&self, join: &Join, helpers: &mut Helpers) -> String {
        let (mut parts, mut declared, mut calls) = (String::new(), Vec::new(), String::new());
        for (part, &member) in join.members.iter().enumerate() {
            let kernel = self.kernels[member].1;
            let mapping = Mapping::choose(kernel);
            let own = parameters(kernel, Form::Part);
            let name = format!("{}_part_{part}", join.name);
            let list: Vec<String> = own.iter().map(|p| format!("{} {}", p.0, p.1)).collect();
            add_line!(
                &mut parts,
                "static __device__ inline void {name}(\n    {},\n    const long long own, const unsigned int lane, const unsigned int sharing) {{",
                list.join(",\n    ")
            );
            parts.push_str(&body(kernel, &mapping, helpers));
            add_line!(&mut parts, "}}");
            let of_part = |name: &str| format!("p{part}_{name}");
            let given: Vec<String> = own.iter().map(|(_, name)| of_part(name)).collect();
            if part > 0 {
                add_line!(&mut calls, "    __syncthreads();");
            }
            add_line!(&mut calls, "    {name}({}, own, lane, sharing);", given.join(", "));
            let whole = parameters(kernel, Form::Joined);
            declared.extend(whole.iter().map(|(ty, name)| format!("{ty} {}", of_part(name))));
        }
        let (place, sharing) = join.sharing;
        let threads = join.threads;
        add_line!(
            &mut parts,
            "extern \"C\" __global__ void __launch_bounds__({threads}, {}) {}(\n    {}) {{",
            super::kernel::resident_blocks(threads),
            join.name,
            declared.join(",\n    ")
        );
        parts.push_str(&terms::sharing_text(sharing, &format!("p{place}_n")));
        add_line!(
            &mut parts,
            "    const unsigned int lane = threadIdx.x & (sharing - 1);
    const long long own = (long long)blockIdx.x * ({threads} / sharing) + threadIdx.x / sharing;"
        );
        parts.push_str(&calls);
        add_line!(&mut parts, "}}");
        parts
    }
}

/// What some threads do for one row. Those that have none of their own take the last one, and store nothing.
fn body(kernel: &KernelIr, mapping: &Mapping, helpers: &mut Helpers) -> String {
    let mut out = String::new();
    let loops = parallel_loops(kernel);
    let (Some(phase), Some((row, inner))) = (kernel.phases.first(), loops.split_first()) else {
        return out;
    };
    let points = product(None, &vec![row.clone()]);
    add_line!(&mut out, "    const long long points = {points};");
    if matches!(mapping.strategy, Strategy::Terms(_)) {
        out.push_str("    ARRAY_FN_SHARED(shared);\n");
        add_line!(&mut out, "    const long long point = own < points ? own : points - 1;");
        let mut body = Body::new(kernel, mapping, phase, helpers);
        decode(&mut body, "point", "long long", &loops);
        body.statements(&phase.body);
        out.push_str(&body.finish());
        return out;
    }
    add_line!(&mut out, "    if (own >= points) return;");
    let inner = inner.to_vec();
    let count = product(None, &inner);
    let mut body = Body::new(kernel, mapping, phase, helpers);
    decode(&mut body, "own", "long long", &vec![row.clone()]);
    body.open_guard(&format!("for (long long item = lane; item < {count}; item += sharing) {{"));
    decode(&mut body, "item", "long long", &inner);
    body.statements(&phase.body);
    body.close();
    out.push_str(&body.finish());
    out
}

#[cfg(test)]
mod tests {
    use crate::compile::{check_tokens, schedule_function};
    use crate::diagnostic::Errors;
    use crate::emit::cuda;
    use crate::plan::Joined;

    /// The kernels of several launches of a function, and the source.
    fn joined(source: &str) -> (Vec<Joined>, String) {
        let mut errors = Errors::default();
        let checked = check_tokens(source.parse().unwrap(), &mut errors);
        assert!(errors.is_empty(), "{errors:?}\n{source}");
        let function = &checked.functions[0];
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        let mut cuda = cuda::emit(&scheduled);
        (cuda.joined.swap_remove(0), cuda.source)
    }

    #[track_caller]
    fn check(source: &str, launches: &[usize]) {
        let (joined, text) = joined(source);
        let of: Vec<Vec<usize>> =
            joined.iter().map(|joined| joined.launches.iter().map(|k| k.0).collect()).collect();
        let expected = if launches.is_empty() { vec![] } else { vec![launches.to_vec()] };
        assert_eq!(of, expected, "{text}");
        for joined in &joined {
            // Functions of one kernel are one part of the source.
            let is_whole = |part: &&str| part.contains(&format!(") {}(", joined.name));
            let part = text.split("\n\n").find(is_whole).unwrap();
            assert_eq!(part.matches("inline void").count(), launches.len(), "{part}");
            assert_eq!(part.matches("own, lane, sharing);\n").count(), launches.len(), "{part}");
        }
    }

    #[test]
    fn launches_of_a_row_are_one_kernel() {
        check(
            "pub fn f<M, N>(x: [f32; M, N]) -> [f32; M, N] {
                let e = exp(x - x.max(axis=1, keepdims=true));
                e / e.sum(axis=1, keepdims=true)
            }",
            &[0, 1, 2, 3],
        );
        check(
            "pub fn f<M, N>(x: [f64; M, N]) -> [f64; M, N] { x / x.sum(axis=1, keepdims=true) }",
            &[0, 1],
        );
        check(
            "pub fn f<M, N>(x: [f64; M, N]) -> [f64; M, N] {
                (x - x.mean(axis=1, keepdims=true)) / x.std(axis=1, keepdims=true)
            }",
            &[0, 1],
        );
    }

    #[test]
    fn other_launches_are_kernels_of_their_own() {
        // Columns; sums of another length; a gather of other rows; a single sum.
        check("pub fn f<M, N>(x: [f64; M, N]) -> [f64; M, N] { x / x.sum(axis=0) }", &[]);
        check(
            "pub fn f<M, N, K>(x: [f64; M, N], y: [f64; M, K]) -> [f64; M, N] {
                x * y.sum(axis=1, keepdims=true)
            }",
            &[],
        );
        check(
            "pub fn f<M, N>(x: [f64; M, N], i: [index<M>; M]) -> [f64; M, N] {
                x - x.sum(axis=1)[i][.., newaxis]
            }",
            &[],
        );
        check("pub fn f<M, N>(x: [f64; M, N]) -> [f64; M] { x.sum(axis=1) }", &[]);
    }
}
