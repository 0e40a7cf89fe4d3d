//! Several launches as one kernel: some threads of a block do all of them for a row of a strip, and wait for each other
//! in between. What one of them writes, the next one reads from a cache.
//!
//! Sums have the threads, and so the bits, that they have in a kernel of their own. [`array_fn_plan::joined_blocks`]
//! tells for which sizes a GPU runs such a kernel.

use super::helpers::Helpers;
use super::kept::{Kept, kept};
use super::kernel::{Form, parallel_loops, parameters};
use super::mapping::{Mapping, Neighbours, Sharing, Strategy, Terms};
use super::names::c_type;
use super::parts::Part;
use super::terms;
use crate::dag::Size;
use crate::emit::text::add_line;
use crate::plan::{Joined, Launch, LaunchId, Schedule, Strip};
use crate::schedule::kernel::{Access, Extent, KernelIr, Stmt};

/// The kernels of several launches of a program.
pub(super) struct Joins<'a> {
    kernels: &'a [(&'a str, &'a KernelIr)],
    found: Vec<Join>,
}

/// A kernel of several launches.
#[derive(Clone, PartialEq, Eq)]
struct Join {
    name: String,
    /// The kernels of the launches: positions in the program.
    members: Vec<usize>,
    /// A member that has sums, by its place among them, and how its threads share their terms.
    sharing: (usize, Sharing),
    threads: u32,
    shared_bytes: u32,
    /// Arrays that only these launches need.
    kept: Vec<Kept>,
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
        // A library may do it, and its threads share the elements of both operands.
        if launch.contraction.is_some() {
            return None;
        }
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
            Strategy::Flat | Strategy::Registers | Strategy::Patches
                if kernel.locals.is_empty() =>
            {
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
        let writes_rows = |m: usize| matches!(&roles[m], Role::Points(points) if points == terms);
        let mut join = Join {
            name: String::new(),
            members,
            sharing: (place, sharing),
            threads: mapping.threads,
            shared_bytes: shared_bytes.unwrap_or(0),
            kept: kept(schedule, self.kernels, run, &rows.mul(terms), &writes_rows),
        };
        let joined = |join: &Join| Joined {
            launches: run.iter().map(|&k| LaunchId(k)).collect(),
            name: join.name.clone(),
            threads: join.threads,
            shared_bytes: join.shared_bytes,
            kept_bytes: join.kept.iter().map(|kept| kept.dtype.bytes() as u32).sum(),
            rows: rows.clone(),
            terms: terms.clone(),
        };
        let known = self.found.iter().find(|known| {
            let name = known.name.clone();
            **known == Join { name, ..join.clone() }
        });
        if let Some(known) = known {
            return Some(joined(known));
        }
        join.name = self.name(&join.members);
        let joined = joined(&join);
        self.found.push(join);
        Some(joined)
    }

    /// The name of the kernel that joins these: that of the last one, and how many come before it.
    fn name(&self, members: &[usize]) -> String {
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
            let name = format!("part_{part}_of_{}", join.name);
            let loops = parallel_loops(kernel);
            let (rows, items) = loops.split_at(loops.len().min(1));
            let Some(phase) = kernel.phases.first() else { continue };
            let (rows, items) = (rows.to_vec(), items.to_vec());
            // Of the arrays that stay, those that it overwrites with what goes to memory.
            let overwritten = |b: &u32| kernel.buffers[*b as usize].access == Access::ReadWrite;
            let stays = |b: u32| join.kept.iter().position(|k| k.uses.contains(&(part, b)));
            let kept: Vec<u32> = (0..kernel.buffers.len() as u32)
                .filter(|b| stays(*b).is_some() && overwritten(b))
                .collect();
            let text = Part {
                name: &name,
                kernel,
                mapping: &mapping,
                phase,
                rows,
                items,
                kept: kept.clone(),
            };
            parts.push_str(&text.text(helpers));
            let own = parameters(kernel, Form::Part);
            let of_part = |name: &str| format!("p{part}_{name}");
            let buffers = kernel.buffers.len();
            let given = own.iter().enumerate().map(|(at, (_, name))| {
                match stays(at as u32).filter(|_| at < buffers && !kept.contains(&(at as u32))) {
                    Some(k) => format!("kept{k}"),
                    None => of_part(name),
                }
            });
            let old = kept.iter().filter_map(|b| Some(format!("kept{}", stays(*b)?)));
            let given: Vec<String> = given.chain(old).collect();
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
            "    ARRAY_FN_SHARED(shared);
    const unsigned int lane = threadIdx.x & (sharing - 1);
    const long long own = (long long)blockIdx.x * ({threads} / sharing) + threadIdx.x / sharing;"
        );
        let terms = match sharing.terms {
            Terms::Known(n) => format!("{n}LL"),
            Terms::Size(k) => format!("p{place}_n{k}"),
        };
        let mut before = 0;
        for (k, kept) in join.kept.iter().enumerate() {
            let ty = c_type(kept.dtype);
            // Where the array would begin if all of its rows were there, before that of the first thread.
            add_line!(
                &mut parts,
                "    {ty}* const kept{k} = ({ty}*)(shared + {} + {threads} / sharing * {terms} * {before}) + ((long long)(threadIdx.x / sharing) - own) * {terms};",
                join.shared_bytes
            );
            before += kept.dtype.bytes();
        }
        parts.push_str(&calls);
        add_line!(&mut parts, "}}");
        parts
    }
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

    /// The bytes per term that stay in shared memory.
    #[track_caller]
    fn stay(source: &str, bytes: u32) {
        let (joined, text) = joined(source);
        let kept: u32 = joined.iter().map(|joined| joined.kept_bytes).sum();
        assert_eq!(kept, bytes, "{text}");
        assert_eq!(text.matches("const kept").count(), usize::from(bytes > 0), "{text}");
    }

    #[test]
    fn what_only_these_launches_need_stays_in_shared_memory() {
        // The exponentials: in the result's memory, in memory of their own, and as a result.
        stay(
            "pub fn f<M, N>(x: [f32; M, N]) -> [f32; M, N] {
                let e = exp(x - x.max(axis=1, keepdims=true));
                e / e.sum(axis=1, keepdims=true)
            }",
            4,
        );
        stay(
            "pub fn f<M, N>(x: [f64; M, N]) -> [f32; M, N] {
                let e = sin(exp(cos(x - x.max(axis=1, keepdims=true))) ** 0.3) ** 0.4;
                (e / e.sum(axis=1, keepdims=true)) as f32
            }",
            8,
        );
        // Two numbers for each point.
        stay(
            "pub fn f<M, N>(x: [c64; M, N]) -> [c64; M, N] {
                let e = exp(x - x.sum(axis=1, keepdims=true));
                e / e.sum(axis=1, keepdims=true)
            }",
            0,
        );
        stay(
            "pub fn f<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M, N]) {
                let e = exp(x - x.max(axis=1, keepdims=true));
                (e, e / e.sum(axis=1, keepdims=true))
            }",
            0,
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
