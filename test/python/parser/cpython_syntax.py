"""Prints, for each file named on stdin, what CPython's own parser says, in the form of cpython-form.ts."""
import ast
import json
import sys

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.MatMult: "@",
    ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not", ast.And: "and", ast.Or: "or",
}
UNARY = {ast.UAdd: "+", ast.USub: "-", ast.Invert: "~", ast.Not: "not"}
FORMS = {ast.ListComp: "list", ast.SetComp: "set", ast.DictComp: "dict", ast.GeneratorExp: "generator"}


def joined(parts):
    out = []
    for part in parts:
        if isinstance(part, ast.Constant):
            if out and isinstance(out[-1], str):
                out[-1] += part.value
            else:
                out.append(part.value)
        else:
            out.append(["field", ex(part.value)])
    return [part for part in out if part != ""]


def compare(node):
    left, result = node.left, None
    for operator, right in zip(node.ops, node.comparators):
        link = ["binary", BINARY[type(operator)], ex(left), ex(right)]
        result = link if result is None else ["binary", "and", result, link]
        left = right
    return result


def constant(value):
    if value is Ellipsis:
        return ["ellipsis"]
    if value is None or isinstance(value, bool):
        return ["constant", value]
    if isinstance(value, str):
        return ["string", value]
    if isinstance(value, bytes):
        return ["bytes"]
    if isinstance(value, complex):
        return ["opaque"]
    return ["float" if isinstance(value, float) else "number", float(value) if abs(value) < 1e300 else "huge"]


def parameters(a):
    names = [p.arg for p in [*getattr(a, "posonlyargs", []), *a.args]]
    names += ([a.vararg.arg] if a.vararg else []) + [p.arg for p in a.kwonlyargs]
    return names + ([a.kwarg.arg] if a.kwarg else [])


def ex(n):
    if n is None:
        return None
    if isinstance(n, ast.Name):
        return ["name", n.id]
    if isinstance(n, ast.Attribute):
        return ["attribute", ex(n.value), n.attr]
    if isinstance(n, ast.Call):
        return ["call", ex(n.func), [ex(a) for a in n.args], [[k.arg, ex(k.value)] for k in n.keywords]]
    if isinstance(n, ast.Constant):
        return constant(n.value)
    if isinstance(n, ast.JoinedStr):
        parts = joined(n.values)
        if all(isinstance(p, str) for p in parts):
            return ["string", "".join(parts)]
        return ["format", parts]
    if isinstance(n, (ast.List, ast.Tuple, ast.Set)):
        return [type(n).__name__.lower(), [ex(i) for i in n.elts]]
    if isinstance(n, ast.Dict):
        return ["dict", [[ex(k), ex(v)] for k, v in zip(n.keys, n.values)]]
    if isinstance(n, ast.Starred):
        return ["starred", ex(n.value)]
    if isinstance(n, ast.UnaryOp):
        return ["unary", UNARY[type(n.op)], ex(n.operand)]
    if isinstance(n, ast.BinOp):
        return ["binary", BINARY[type(n.op)], ex(n.left), ex(n.right)]
    if isinstance(n, ast.BoolOp):
        result = ex(n.values[0])
        for value in n.values[1:]:
            result = ["binary", BINARY[type(n.op)], result, ex(value)]
        return result
    if isinstance(n, ast.Compare):
        return compare(n)
    if isinstance(n, ast.IfExp):
        return ["conditional", ex(n.test), ex(n.body), ex(n.orelse)]
    if isinstance(n, ast.Subscript):
        return ["subscript", ex(n.value), ex(n.slice)]
    if isinstance(n, ast.Slice):
        return ["slice", ex(n.lower), ex(n.upper), ex(n.step)]
    if type(n) in FORMS:
        element = n.key if isinstance(n, ast.DictComp) else n.elt
        value = n.value if isinstance(n, ast.DictComp) else None
        clauses = [[ex(g.target), ex(g.iter), [ex(i) for i in g.ifs]] for g in n.generators]
        return ["comprehension", FORMS[type(n)], ex(element), ex(value), clauses]
    if isinstance(n, ast.Lambda):
        return ["lambda", parameters(n.args), ex(n.body)]
    if isinstance(n, ast.NamedExpr):
        return ["walrus", n.target.id, ex(n.value)]
    if isinstance(n, (ast.Yield, ast.YieldFrom)):
        return ["yield", isinstance(n, ast.YieldFrom), ex(n.value)]
    return ["opaque"]


def block(nodes):
    return [st(n) for n in nodes]


def names(n):
    return [[a.name, a.asname] for a in n.names]


def st(n):
    kind, line = type(n).__name__, n.lineno
    if kind == "Import":
        return ["import", line, names(n)]
    if kind == "ImportFrom":
        return ["from", line, n.module or "", n.level, None if n.names[0].name == "*" else names(n)]
    if kind == "Assign":
        return ["assign", line, [ex(t) for t in n.targets], ex(n.value)]
    if kind == "AnnAssign":
        return ["annotated", line, ex(n.target), ex(n.annotation), ex(n.value)]
    if kind == "AugAssign":
        return ["augmented", line, ex(n.target), BINARY[type(n.op)], ex(n.value)]
    if kind == "Expr":
        return ["expression", line, ex(n.value)]
    if kind == "ClassDef":
        keywords = [[k.arg, ex(k.value)] for k in n.keywords]
        return ["class", line, n.name, [ex(b) for b in n.bases], keywords, [ex(d) for d in n.decorator_list], block(n.body)]
    if kind in ("FunctionDef", "AsyncFunctionDef"):
        return ["function", line, n.name, [ex(d) for d in n.decorator_list], parameters(n.args), block(n.body)]
    if kind == "If":
        return ["if", line, ex(n.test), block(n.body), block(n.orelse)]
    if kind in ("For", "AsyncFor"):
        return ["for", line, ex(n.target), ex(n.iter), block(n.body), block(n.orelse)]
    if kind == "While":
        return ["while", line, ex(n.test), block(n.body), block(n.orelse)]
    if kind in ("Try", "TryStar"):
        handlers = [[ex(h.type), h.name, block(h.body)] for h in n.handlers]
        return ["try", line, block(n.body), handlers, block(n.orelse), block(n.finalbody)]
    if kind in ("With", "AsyncWith"):
        return ["with", line, block(n.body)]
    if kind == "Match":
        return ["match", line, ex(n.subject), [block(c.body) for c in n.cases]]
    if kind in ("Return", "Raise"):
        return [kind.lower(), line, ex(n.value if kind == "Return" else n.exc)]
    if kind == "Assert":
        return ["assert", line, ex(n.test)]
    if kind == "Delete":
        targets = n.targets[0].elts if len(n.targets) == 1 and isinstance(n.targets[0], ast.Tuple) else n.targets
        return ["delete", line, [ex(t) for t in targets]]
    if kind in ("Global", "Nonlocal"):
        return ["scope", line, kind.lower(), n.names]
    return ["other", line]


for path in sys.stdin.read().split("\n"):
    if not path:
        continue
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8")
        module = ast.parse(text)
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        print(json.dumps([path, None, str(error)]))
        continue
    sys.setrecursionlimit(10000)
    print(json.dumps([path, block(module.body), None]))
