"""NumPy's spelling of a function's body as the language of arrays spells it."""
import ast

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Pow: "**", ast.MatMult: "@",
          ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"}  # fmt: skip
COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
UNARY = {ast.USub: "-", ast.Invert: "!", ast.UAdd: "+"}
CONSTANTS = {True: "true", False: "false", None: "newaxis", Ellipsis: "..."}


def body(source):
    """The statements of a body, or its one expression, as text of `array_fn!`."""
    statements = ast.parse(source.strip()).body
    return "\n".join(_block(statements, _reassigned(statements), set(), "        "))


def _reassigned(statements):
    """Names that are assigned twice, or in parts: they need `let mut`."""
    seen, twice = set(), set()
    for node in ast.walk(ast.Module(statements, [])):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        for target in targets:
            if isinstance(target, ast.Subscript):
                twice.add(target.value.id)
            elif isinstance(target, ast.Name):
                (twice if target.id in seen or isinstance(node, ast.AugAssign) else seen).add(target.id)
    return twice


def _block(statements, mutable, known, indent):
    lines = []
    for s in statements:
        match s:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                let = "" if name in known else "let mut " if name in mutable else "let "
                known.add(name)
                lines.append(f"{indent}{let}{name} = {_top(value)};")
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                known.update(n.id for n in names)
                lines.append(f"{indent}let ({', '.join(n.id for n in names)}) = {_top(value)};")
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                lines.append(f"{indent}{_text(target)} = {_top(value)};")
            case ast.AugAssign(target=target, op=op, value=value):
                lines.append(f"{indent}{_text(target)} {BINARY[type(op)]}= {_top(value)};")
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=bounds), body=inner):
                start, end = ["0", _text(bounds[0])] if len(bounds) == 1 else [_text(b) for b in bounds]
                lines.append(f"{indent}for {name} in {start}..{end} {{")
                lines += _block(inner, mutable, known, indent + "    ")
                lines.append(indent + "}")
            case ast.Expr(value=value) | ast.Return(value=value):
                lines.append(indent + _top(value))
            case _:
                raise ValueError(f"no statement of the language: {ast.unparse(s)}")
    return lines


def _top(node):
    """An expression without parentheses around it."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
        return _top(node.func.value)
    text = _text(node)
    wrapped = isinstance(node, (ast.BinOp, ast.Compare)) and not isinstance(getattr(node, "op", None), ast.FloorDiv)
    return text[1:-1] if wrapped else text


def _text(node):
    match node:
        case ast.Constant(value=str(text)):
            return f'"{text}"'
        case ast.Constant(value=value) if isinstance(value, bool) or value in (None, ...):
            return CONSTANTS[value]
        case ast.Constant(value=value):
            return repr(value)
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="np"), attr="linalg"), attr=name):
            return name
        case ast.Attribute(value=ast.Name(id="np"), attr=name):
            return "newaxis" if name == "newaxis" else name
        case ast.Attribute(value=value, attr=name):
            return f"{_text(value)}.{name}"
        case ast.BinOp(left=a, op=ast.FloorDiv(), right=b):
            return f"floor_div({_top(a)}, {_top(b)})"
        case ast.BinOp(left=a, op=op, right=b):
            return f"({_text(a)} {BINARY[type(op)]} {_text(b)})"
        case ast.UnaryOp(op=op, operand=ast.Constant(value=value)):
            return f"{UNARY[type(op)]}{value}"
        case ast.UnaryOp(op=op, operand=a):
            return f"({UNARY[type(op)]}{_text(a)})"
        case ast.Compare(left=a, ops=[op], comparators=[b]):
            return f"({_text(a)} {COMPARISONS[type(op)]} {_text(b)})"
        case ast.Call(func=ast.Name(id="cast"), args=[x, ast.Constant(value=dtype)]):
            return f"({_text(x)} as {dtype})"
        # A slice is a view in NumPy; here and in JAX results are arrays of their own.
        case ast.Call(func=ast.Attribute(value=value, attr="copy"), args=[]):
            return _text(value)
        case ast.Call(func=f, args=args, keywords=keywords):
            named = [f"{k.arg}={_top(k.value)}" for k in keywords]
            return f"{_text(f)}({', '.join([_top(a) for a in args] + named)})"
        case ast.Tuple(elts=parts):
            return f"({', '.join(_top(p) for p in parts)}{',' if len(parts) == 1 else ''})"
        case ast.List(elts=parts):
            return f"[{', '.join(_top(p) for p in parts)}]"
        case ast.Subscript(value=value, slice=ast.Tuple(elts=parts)):
            return f"{_text(value)}[{', '.join(_index(p) for p in parts)}]"
        case ast.Subscript(value=value, slice=part):
            return f"{_text(value)}[{_index(part)}]"
    raise ValueError(f"no expression of the language: {ast.unparse(node)}")


def _index(node):
    if not isinstance(node, ast.Slice):
        return _top(node)
    lower, upper = (_text(n) if n else "" for n in (node.lower, node.upper))
    return f"{lower}..{upper}" + (f";{_text(node.step)}" if node.step else "")
