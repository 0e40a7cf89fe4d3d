//! The declarations of all types that have more than one form.

/// Declares the types of plans in the module where it is called, out of words that the module defines.
///
/// `types!(statics)` is for types that consist of `&'static` data. `types!(owned)` is for types with
/// [`ToRust`](crate::ToRust), whose text is an expression of the static type of the same name.
///
/// The module defines these words:
///
/// | word | meaning |
/// | --- | --- |
/// | `List<T>`, `Text` | a list, and a text |
/// | `Size` | a size over the dimensions |
/// | `Formula` | a number over the sizes and the extents of a launch |
/// | `DType` | an element type |
/// | `Dim` | a dimension |
/// | `ParamId`, `ResultId`, `TempId` | a position in `Program::params`, in `Program::results`, in `Schedule::temps` |
/// | `KernelId`, `LaunchId` | a position in `Program::kernels`, in `Schedule::launches` |
/// | `BufferId` | a position in `Launch::buffers` |
/// | `SlotId`, `StripId` | the number of a slot, and of a strip |
/// | `Count` | a number of things, or of an axis |
/// | `CpuKernel`, `Enqueue` | what a CPU calls; what puts the work of a foreign function on a stream, if something does |
/// | `SharedSchedule` | a schedule that all variants share |
/// | `SourceText`, `PtxText`, `CodeBytes` | the user's source, PTX, and machine code |
///
/// `struct Name or NOTHING` is a type whose text leaves out lists that are empty and sizes that are 0: it ends with
/// `..Name::NOTHING`, a constant of the static type.
#[macro_export]
macro_rules! types {
    ($form:ident) => {
        $crate::declare! { $form
            /// One function for one choice of dtypes.
            #[derive(Clone, Debug)]
            struct Program {
                /// The name of the function.
                name: Text,
                /// The names of the dimensions, in the order of their declaration.
                dims: List<Text>,
                /// Dimensions that no parameter determines. They are passed as leading `usize` arguments, in this order.
                explicit_dims: List<Dim>,
                /// How the other dimensions follow from the arguments. A later one may use those before it.
                dim_sources: List<DimSource>,
                /// The parameters in the order of the signature.
                params: List<Param>,
                /// The results in the order of the signature.
                results: List<ResultInfo>,
                /// The conditions on sizes, which are tested before anything else runs.
                constraints: List<Constraint>,
                /// The variants, in the order in which they are tried.
                variants: List<Variant>,
                /// The dimension whose rows may belong to ranks, if the function says so.
                ranks: Option<Dim>,
                /// Distinct kernels of all variants.
                kernels: List<Kernel>,
                /// The same kernels for GPUs.
                cuda: Cuda,
                /// The source, for explanations.
                origin: Origin,
            }

            /// How dimension `dim` follows from the arguments: it is `(axis - offset) / scale`, or the domain of an
            /// index array.
            #[derive(Clone, Debug)]
            struct DimSource {
                /// Position in [`Program::dims`].
                dim: Dim,
                /// The parameter that tells it: a position in [`Program::params`].
                param: ParamId,
                /// Without an axis, the dimension is the domain of the parameter's indices.
                axis: Option<Count>,
                /// The factor of the dimension in the size of the axis; 1 without an axis.
                scale: i64,
                /// The offset, in terms of dimensions that are found before.
                offset: Size,
            }

            /// A parameter of a program. A record is several parameters, one for each of its fields.
            #[derive(Clone, Debug)]
            struct Param {
                /// The name in messages, with its path if it is a field: `q.rho`.
                name: Text,
                /// The element type.
                dtype: DType,
                /// How it is passed.
                kind: ParamKind,
                /// The size of each axis; empty for scalars.
                shape: List<Size>,
                /// The declared type as the user wrote its shape: `[f64; E, 2 * N]`.
                text: Text,
            }

            /// How a parameter is passed.
            #[derive(Clone, Debug, PartialEq, Eq)]
            enum ParamKind {
                /// A scalar of rank 0, passed by value.
                Scalar,
                /// By reference, only read.
                Array,
                /// Updated in place.
                ArrayMut,
                /// `index<bound>`: the elements are in `0..bound`, and stored as `i32`.
                Index {
                    /// The size of the dimension that the indices are of: each is at least 0 and less than this.
                    bound: Size,
                },
            }

            /// A result of a program, which is a new array or one that the caller hands over.
            #[derive(Clone, Debug)]
            struct ResultInfo {
                /// The name in messages of the array that it is written into: `out`, `out 1`, `out.rho`.
                name: Text,
                /// The element type.
                dtype: DType,
                /// The size of each axis.
                shape: List<Size>,
            }

            /// A condition on sizes, `size >= 0`. It is known at the call, before anything runs.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Constraint {
                /// The size that must not be negative.
                size: Size,
                /// What to say if it is negative.
                message: Text,
            }

            /// A variant for pinned dimensions, or for few rows.
            #[derive(Clone, Debug)]
            struct Variant {
                /// Pairs of a dimension and its value; empty for the generic variant.
                pins: List<(Dim, i64)>,
                /// Where one of these sizes is above 1, this variant does not fit, and another one does. The sizes are
                /// numbers of parts of rows or of counted indices. There are none except in a variant for few rows.
                few: List<Size>,
                /// The schedule whose kernels compute several operations each.
                fused: Schedule,
                /// One kernel for each array operation, for any dimensions: the baseline of measurements.
                unfused: Option<SharedSchedule>,
            }

            /// The launches of a call, and the memory between them.
            #[derive(Clone, Debug)]
            struct Schedule {
                /// The launches, in an order that respects [`Launch::after`].
                launches: List<Launch>,
                /// The arrays that launches leave for other launches.
                temps: List<Temp>,
                /// Number of memory slots that temporaries share.
                slots: Count,
                /// The number of check launches, which come first. They only compute checks, and write no parameter or
                /// result.
                check_launches: Count,
                /// The checks that those launches compute.
                checks: List<Check>,
                /// The loops, in the order of their launches, those around others before them.
                loops: List<Loop>,
                /// Launches that a GPU may run as one kernel. No launch is in two of them.
                joined: List<Joined>,
            }

            /// Launches that run again and again, while a condition holds.
            ///
            /// Passes alternate between two sets of arrays: the first pass is the launches from `first` on, the second
            /// pass those from `odd` on, the third again the first ones. If passes need only one set, `odd` is `finish`,
            /// and all passes are the same. All launches of a pass must be done before the next pass starts.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Loop {
                /// The names of the arrays that a pass hands to the next one.
                name: Text,
                /// The first launch of a pass.
                first: LaunchId,
                /// The first launch of every second pass.
                odd: LaunchId,
                /// The launches from here on bring arrays to their places after an odd number of passes.
                finish: LaunchId,
                /// The first launch that no longer belongs to the loop.
                end: LaunchId,
                /// The temporary with a `bool` that tells before each pass whether the pass runs.
                condition: TempId,
            }

            /// One kernel, applied to arrays, scalars and sizes.
            #[derive(Clone, Debug)]
            struct Launch {
                /// A readable name: those of the nodes that it computes.
                name: Text,
                /// Index into [`Program::kernels`].
                kernel: KernelId,
                /// The arrays that the kernel works on, one for each of its buffers.
                buffers: List<Place>,
                /// The scalars that it takes.
                scalars: List<ScalarArg>,
                /// The sizes that it takes.
                sizes: List<Size>,
                /// Extents of the parallel dimensions, outermost first.
                extents: List<Size>,
                /// The launches that must be done before it. All are earlier in the schedule.
                after: List<LaunchId>,
                /// The strips that it may run in.
                strip: Option<Strip>,
                /// The costs, as formulas.
                cost: Cost,
                /// The operations of [`Origin::operations`] that it computes, by position, in ascending order.
                computes: List<u32>,
                /// What the kernel computes, if a library may compute it instead.
                contraction: Option<Contraction>,
                /// How many points make a task of a CPU thread, if the user says so.
                block: Option<Size>,
                /// What it reads of other ranks, in a program with [`Program::ranks`].
                across: Option<Across>,
            }

            /// The reads of a launch that may belong to other ranks. Everything else it reads at its own rows.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Across {
                /// Whether the outermost extent counts rows, so that it can run for some rows first.
                by_rows: bool,
                /// The arrays that it reads at loaded positions.
                arrays: List<AcrossArray>,
            }

            /// An array of which a launch reads some rows of other ranks. The elements at position `p` are, for each `o` below
            /// `outer`, the `inner` elements from `(o * rows * per_row + p) * inner` on.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct AcrossArray {
                /// The buffer of the launch that it is.
                buffer: BufferId,
                /// The number of elements before the axis of the rows.
                outer: Size,
                /// The number of positions of a row.
                per_row: Size,
                /// The number of neighbouring elements at a position.
                inner: Size,
            }

            /// The array that a buffer parameter of a kernel is bound to.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            enum Place {
                /// A position in [`Program::params`].
                Param(ParamId),
                /// A position in [`Program::results`].
                Result(ResultId),
                /// A position in [`Schedule::temps`].
                Temp(TempId),
            }

            /// The value that a scalar parameter of a kernel is bound to.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            enum ScalarArg {
                /// The value's bits (integers extended to 64 bits, `f32` in the low half, `bool` 0 or 1).
                Const(u64),
                /// A scalar parameter of the function.
                Param(ParamId),
            }

            /// The strips of a launch. Launches with the same number may run together: all of them, in their order, for
            /// some rows, then for the next rows.
            ///
            /// The points of such a launch consist of equal parts, one for each `step` rows. At its row a launch reads
            /// results of the others only at the same row, and none of launches with another step. No other launch has
            /// to run between them.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Strip {
                /// The launches of one number may run together.
                number: StripId,
                /// The rows that there are in all.
                rows: Size,
                /// How many rows belong to one part of the points; a strip has whole parts.
                step: Size,
            }

            /// Launches of one strip that a GPU may run as one kernel. Some threads of a block do all of them for a row.
            ///
            /// The kernel has the parameters of the launches' kernels, one launch after the other. The memory of a row
            /// stays in caches meanwhile, and a GPU starts one kernel instead of several.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Joined {
                /// The launches. No other launch between the first and the last needs one of them.
                launches: List<LaunchId>,
                /// The kernel's name in the source of the program.
                name: Text,
                /// Threads per block.
                threads: u32,
                /// Bytes of dynamic shared memory per block, without the following.
                shared_bytes: u32,
                /// Bytes of shared memory per term of each row of a block, for arrays that only these launches need.
                kept_bytes: u32,
                /// The rows.
                rows: Size,
                /// The terms of each sum of a row, which as many threads share as in a kernel of its own.
                terms: Size,
            }

            /// What a launch costs, by the compiler's model.
            #[derive(Clone, Debug, Default, PartialEq, Eq)]
            struct Cost or NONE {
                /// Bytes of the arrays that are written, and of those that are read at positions known in advance. Each
                /// array counts once, with its whole length; one that is both counts twice.
                bytes: Size,
                /// Bytes of all elements that neighbouring points load from different loaded positions, of all arrays.
                /// After the first use of an array, its elements come from a cache.
                gathered: Size,
                /// Arithmetic operations, the following ones among them.
                ops: Size,
                /// Divisions, remainders and square roots.
                divisions: Size,
                /// `exp` and `log`, which are computed for whole vectors.
                exponentials: Size,
                /// All other functions that are not arithmetic: powers, trigonometric functions and the like.
                transcendentals: Size,
                /// Elements loaded whose neighbours in the last parallel dimension are not neighbours in memory, as in
                /// rows that are summed. They are loaded in columns.
                strided: Size,
                /// The arrays that are read only at loaded positions, or by a single point. Of these, only the elements
                /// that are asked for have to come from memory, and at most the whole array.
                gathers: List<Gather>,
            }

            /// An array that is only gathered from.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Gather {
                /// Bytes of the whole array.
                array: Size,
                /// Bytes of the elements that are asked for.
                elements: Size,
            }

            /// `out = sum(left * right)`. Positions in the arrays are affine in the indices of the axes.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Contraction {
                /// The dtype of all three arrays, `F32` or `F64`: that of the parts, if the numbers are complex.
                dtype: DType,
                /// Real or complex.
                numbers: Numbers,
                /// The left operand.
                left: Factor,
                /// The right operand.
                right: Factor,
                /// The buffer that is written: every element once, from position 0 on. It is not an operand.
                out: BufferId,
                /// The axes of all three arrays.
                axes: List<ContractionAxis>,
            }

            /// An operand of a [`Contraction`].
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Factor {
                /// The buffer of the launch that it is.
                buffer: BufferId,
                /// The position at index 0 of all axes.
                offset: Size,
            }

            /// An axis of a [`Contraction`]: how far it goes, and its strides in elements.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct ContractionAxis {
                /// Which of the arrays it runs through.
                role: Role,
                /// How many indices it has.
                extent: Size,
                /// The stride in the left operand; 0 if it does not run through it.
                left: Size,
                /// The same for the right operand.
                right: Size,
                /// The same for the result.
                out: Size,
            }

            /// A temporary; those with the same slot share memory.
            #[derive(Clone, Debug)]
            struct Temp {
                /// The name of the operation that it holds.
                name: Text,
                /// The element type.
                dtype: DType,
                /// Number of elements.
                len: Size,
                /// The slot that it is in. Temporaries in one slot share memory, and are never needed at the same time.
                slot: SlotId,
                /// If nothing but the launches of one strip uses it, each launch its own rows: the number of elements
                /// from one row to the next. An executor that runs all of them together, strip by strip, needs memory
                /// for the rows of a strip only.
                in_strip: Option<Size>,
            }

            /// A check of values. After the check launches, temporary `temp` holds one `i64`: the flat position of the
            /// first offending element, or `i64::MAX`. The message is a template, which is filled if the check fails.
            #[derive(Clone, Debug)]
            struct Check {
                /// Position in [`Schedule::temps`].
                temp: TempId,
                /// The template.
                message: Text,
            }

            /// The code of a kernel.
            #[derive(Clone, Debug)]
            struct Kernel {
                /// Name of the CUDA kernel (`extern "C"`), unique in the program's source.
                name: Text,
                /// The code for CPUs.
                cpu: CpuKernel,
                /// How to launch it on a GPU. Its code is in [`Cuda`].
                cuda: CudaKernel,
                /// What a GPU runs instead, for some sizes: the first that suits the sizes of a launch.
                chains: List<Chain>,
                /// The same work for other blocks of threads. Which of them is fastest, a GPU finds out.
                alternatives: List<Alternative>,
                /// Which buffer parameters are written.
                writes: List<u32>,
                /// What puts its work on a stream instead, if it is a foreign function for GPUs.
                enqueue: Enqueue,
                /// Whether a GPU can run it for some rows, as launches with [`Across::by_rows`] do. Behind all others, it has
                /// one more parameter then, a `long long`: its first row. Its outermost extent is the number of rows.
                some_rows: bool,
            }

            /// How to launch a kernel on a GPU. The parameters of the `__global__` function are, in this order: one
            /// pointer per buffer, one value per scalar (of its own dtype), one `long long` per size, one `long long`
            /// per parallel extent.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            struct CudaKernel {
                /// Threads per block.
                threads: u32,
                /// The points of a block.
                spread: Spread,
                /// Bytes of dynamic shared memory per block.
                shared_bytes: u32,
            }

            /// A kernel with the same parameters and the same results as another one, but other blocks of threads. Each
            /// element is computed by the same operations in the same order.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Alternative {
                /// Its name in the source of the program. It is the kernel's own where the code takes blocks of any size.
                name: Text,
                /// How it is launched.
                launch: CudaKernel,
            }

            /// Kernels that do the work of one kernel together, one after another, with memory of their own. They are for
            /// routines whose rows are too long for a block.
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Chain {
                /// The sizes that it is for. All have to be in their ranges.
                suits: List<Within>,
                /// Memory that the stages share, in bytes.
                scratch: List<Formula>,
                /// The kernels, in their order. Each needs what those before it have written.
                stages: List<Stage>,
            }

            /// A condition on a size of a launch.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            struct Within {
                /// A position in the sizes of the launch, which its extents follow.
                size: u32,
                /// The least value.
                least: i64,
                /// The largest value.
                most: i64,
            }

            /// A kernel of a [`Chain`].
            #[derive(Clone, Debug, PartialEq, Eq)]
            struct Stage {
                /// Its name in the source of the program. Several stages may have the same.
                name: Text,
                /// Threads per block.
                threads: u32,
                /// Bytes of dynamic shared memory per block.
                shared_bytes: u32,
                /// The number of blocks.
                blocks: Formula,
                /// Its arguments.
                arguments: List<StageArgument>,
            }

            /// An argument of a [`Stage`].
            #[derive(Clone, Debug, PartialEq, Eq)]
            enum StageArgument {
                /// A pointer to a buffer of the launch.
                Buffer(u32),
                /// A pointer to memory of [`Chain::scratch`].
                Scratch(u32),
                /// A `long long`.
                Number(Formula),
            }

            /// The CUDA side of a program.
            #[derive(Clone, Debug)]
            struct Cuda {
                /// CUDA C++ of all kernels.
                source: Text,
                /// Why no GPU can run the program; empty if GPUs can. A program that calls foreign functions without
                /// code for GPUs has no source.
                only_on_cpus: Text,
                /// PTX made at build time, if a CUDA toolkit was found.
                ptx: Option<PtxText>,
                /// Code made at build time for the architectures that were asked for.
                code: List<DeviceCode>,
            }

            /// The kernels of a program, assembled for the devices of one architecture: a file that NVIDIA calls cubin.
            #[derive(Clone, Debug)]
            struct DeviceCode {
                /// The architecture: `sm_90`.
                device: Text,
                /// The file.
                bytes: CodeBytes,
            }

            /// What the user wrote, for explanations: text in the form that `emit/explain.rs` of the compiler describes.
            #[derive(Clone, Debug)]
            struct Origin {
                /// The array operations.
                operations: Text,
                /// The source.
                source: SourceText,
            }

            /// A pass of a streamed function over arrays that are too large for memory: what runs before it, and what runs for
            /// each tile. A *tile* is a range of each of the axes along which the arrays are cut. The sizes of a pass are
            /// over the dimensions of the function, followed by those of the tile.
            #[derive(Clone, Debug)]
            struct Pass {
                /// What computes arrays in memory that the tiles need.
                before: List<Step>,
                /// The program of a tile. Its dimensions are all explicit: those of the function, then those of the tile.
                program: Count,
                /// The axes that are cut.
                cuts: List<Cut>,
                /// The dimensions of the tile, in their order. A later one may use those before it.
                lengths: List<Length>,
                /// The arguments of the program.
                inputs: List<TileInput>,
                /// Where its results go.
                outputs: List<TileOutput>,
            }

            /// A program over arrays in memory. Its dimensions are all explicit: those of the function.
            #[derive(Clone, Debug)]
            struct Step {
                /// The program.
                program: Count,
                /// Its arguments.
                inputs: List<Source>,
                /// Where its results go.
                outputs: List<Goal>,
            }

            /// An argument of a program.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            enum Source {
                /// A parameter of the function.
                Param(ParamId),
                /// An array in memory that an earlier program made.
                Value(Count),
            }

            /// The destination of a result of a program.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            enum Goal {
                /// A result of the function.
                Result(ResultId),
                /// An array in memory for later programs.
                Value(Count),
            }

            /// An array in memory that programs of a streamed function hand on.
            #[derive(Clone, Debug)]
            struct StreamValue {
                /// The element type.
                dtype: DType,
                /// The size of each axis.
                shape: List<Size>,
            }

            /// A parameter that a streamed function updates. Its new value follows the results of the function: the first
            /// one has the number after the last result.
            #[derive(Clone, Debug)]
            struct StreamUpdate {
                /// The parameter.
                param: ParamId,
                /// Empty if each tile only reads the elements that it writes, and no later pass reads the array. Then the array
                /// may be changed in place. Else the operation that reads others, for people.
                reads_others: Text,
            }

            /// An axis along which arrays are cut. Tiles begin at multiples of `unit`.
            #[derive(Clone, Debug)]
            struct Cut {
                /// The axis for people: "axis 0 of `slide`".
                name: Text,
                /// What the beginning of a tile is a multiple of.
                unit: i64,
            }

            /// The part of an axis that belongs to a tile `a..b` of the cut `cut`. It begins at `a * numerator / denominator`.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            struct Along {
                /// A position in [`Pass::cuts`].
                cut: Count,
                /// The number of elements on the axis for `denominator` steps along the cut.
                numerator: i64,
                /// See there.
                denominator: i64,
            }

            /// A dimension of a tile.
            #[derive(Clone, Debug)]
            enum Length {
                /// The part of an axis of `extent` elements that belongs to the tile. It ends at the latest where the axis
                /// does.
                Part {
                    /// Where it begins.
                    along: Along,
                    /// The length of the whole axis.
                    extent: Size,
                },
                /// The largest `end` of those whose `needed` is above 0; else 0.
                Cover {
                    /// Pairs of `needed` and `end`.
                    reaches: List<(Size, Size)>,
                },
            }

            /// An axis of a box.
            #[derive(Clone, Debug, PartialEq)]
            enum BoxAxis {
                /// All of the axis.
                Whole,
                /// `length` elements from `low` after the beginning of the part. Those that lie outside of the array are never
                /// used.
                Part {
                    /// Where the part begins. Without, it begins where the axis does.
                    along: Option<Along>,
                    /// What is added to it.
                    low: Size,
                    /// How many elements there are.
                    length: Size,
                },
            }

            /// An argument of the program of a tile.
            #[derive(Clone, Debug)]
            enum TileInput {
                /// The beginning of a part, an `i64`.
                Start(Along),
                /// A box of an array.
                Box {
                    /// The array.
                    source: Source,
                    /// Its axes.
                    axes: List<BoxAxis>,
                    /// How the elements of each axis are arranged. Without, all are [`AxisView::Same`].
                    views: List<AxisView>,
                },
            }

            /// The element of an axis of an array that stands at position `j` of the axis of a box. Positions may lie outside of
            /// the axis.
            #[derive(Clone, Debug)]
            enum AxisView {
                /// `j`.
                Same,
                /// `n - 1 - j`, where the axis has `n` elements.
                Reversed,
                /// `low` plus the remainder of `j` by `size`.
                Wrapped {
                    /// See there.
                    low: Size,
                    /// See there.
                    size: Size,
                },
                /// The same elements in reverse: `low + size - 1` minus the remainder of `j`.
                WrappedBack {
                    /// See there.
                    low: Size,
                    /// See there.
                    size: Size,
                },
                /// The remainder of `j` plus `times` a number, by `size`.
                Rolled {
                    /// See there.
                    size: Size,
                    /// The number.
                    by: Source,
                    /// See there.
                    times: i64,
                },
                /// `low` plus `j`, limited to `0..size`.
                Clamped {
                    /// See there.
                    low: Size,
                    /// See there.
                    size: Size,
                },
                /// `low + size - 1` minus `j`, limited to `0..size`.
                ClampedBack {
                    /// See there.
                    low: Size,
                    /// See there.
                    size: Size,
                },
                /// It goes to the end of the axis and back, without the ends a second time.
                Reflected,
                /// It goes to the end of the axis and back, with the ends twice.
                Mirrored,
                /// Element `j` of an array of indices in memory, which has one axis.
                Gathered(Source),
            }

            /// The destination of a result of the program of a tile.
            #[derive(Clone, Debug)]
            struct TileOutput {
                /// The array.
                goal: Goal,
                /// The box of the array that the result belongs to.
                axes: List<BoxAxis>,
                /// How it is combined with the results of other tiles. Without, tiles have boxes of their own.
                fold: Option<Fold>,
            }

            /// A reduction, by which results of tiles are combined in the order of the tiles.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            enum Fold {
                /// Integers wrap.
                Sum,
                /// Integers wrap.
                Prod,
                /// NaN if an element is NaN.
                Min,
                /// NaN if an element is NaN.
                Max,
                /// `bool`: whether all are true.
                All,
                /// `bool`: whether one is true.
                Any,
            }
        }
    };
}
