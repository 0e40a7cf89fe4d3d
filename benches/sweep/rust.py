"""The generated crates: one for each kind of functions, and the program that measures them."""
import pathlib

from function import split_type

CRATE = """[package]
name = "sweep-{name}"
version = "0.0.0"
edition = "2024"

[lib]
path = "lib.rs"
test = false
doctest = false

[dependencies]
array-fn.workspace = true
array-fn-sweep.workspace = true
"""
WORKSPACE = """[workspace]
members = [{members}]
resolver = "3"

[workspace.dependencies]
array-fn = {{ path = "{root}", default-features = false, features = ["half", "complex"] }}
array-fn-sweep = {{ path = "{root}/benches/sweep/server" }}

[package]
name = "sweep"
version = "0.0.0"
edition = "2024"

[[bin]]
name = "sweep"
path = "main.rs"

# The compiler of arrays runs while these are built.
[profile.release.build-override]
opt-level = 1

[dependencies]
array-fn-sweep.workspace = true
"""


def array_type(element, bound, sizes):
    element = f"index<{bound}>" if bound else element
    return element if sizes is None else f"[{element}; {', '.join(sizes)}]" if sizes else element


def signature(function, dtype, results):
    params = [f"{n}: {array_type(*split_type(t, dtype))}" for n, t in function.args.items()]
    results = [array_type(e, None, split_type(t, dtype)[2]) for e, t in zip(results, function.outs())]
    result = results[0] if len(results) == 1 else f"({', '.join(results)})"
    dims = function.dims()
    generics = f"<{', '.join(dims)}>" if dims else ""
    return f"pub fn {function.name}_{dtype}{generics}({', '.join(params)}) -> {result}"


def definition(function, dtype, results):
    attributes = f"    {function.attributes}\n" if function.attributes else ""
    return f"{attributes}    {signature(function, dtype, results)} {{\n{function.rust()}\n    }}\n"


def entry(function, dtype):
    name = f"{function.name}_{dtype}"
    lines, passed = [], []
    for k, (arg, text) in enumerate(function.args.items()):
        element, bound, sizes = split_type(text, dtype)
        if bound:
            lines.append(f"let {arg} = inputs.indices::<{len(sizes)}>({k})?;")
        elif sizes is None:
            lines.append(f"let {arg} = inputs.scalar::<{element}>({k})?;")
        else:
            lines.append(f"let {arg} = inputs.array::<{element}, {len(sizes)}>({k})?;")
        passed.append(arg if sizes is None else "&" + arg)
    return f'    ("{name}", |inputs| {{\n        ' + "\n        ".join(lines) + f"\n        Ok(call(move || {name}({', '.join(passed)})))\n    }}),\n"


def library(chosen):
    """The source of a crate of functions, each with its dtype and the dtypes of its results."""
    definitions = "\n".join(definition(*c) for c in chosen)
    entries = "".join(entry(f, dtype) for f, dtype, _ in chosen)
    return f"""// Written by benches/sweep/generate.py.
#![allow(unused_imports, unused_variables, clippy::all)]
use array_fn_sweep::{{Table, c64, call, f16}};

array_fn::array_fn! {{
{definitions}}}

pub const TABLE: Table = &[
{entries}];
"""


def write(path, text):
    """Writes a file unless it has this text already: what is not touched is not built again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def crates(folder, root, kinds):
    """Writes the workspace: `kinds` are names with the functions of each."""
    folder = pathlib.Path(folder)
    names = {kind: kind.replace(" ", "-") for kind in kinds}
    for kind, chosen in kinds.items():
        write(folder / names[kind] / "Cargo.toml", CRATE.format(name=names[kind]))
        write(folder / names[kind] / "lib.rs", library(chosen))
    dependencies = "".join(f'sweep-{n} = {{ path = "{n}" }}\n' for n in names.values())
    members = ", ".join(f'"{n}"' for n in names.values())
    write(folder / "Cargo.toml", WORKSPACE.format(members=members, root=root) + dependencies)
    tables = ", ".join(f"sweep_{n.replace('-', '_')}::TABLE" for n in names.values())
    write(folder / "main.rs", f"fn main() -> std::process::ExitCode {{\n    array_fn_sweep::serve(&[{tables}])\n}}\n")
