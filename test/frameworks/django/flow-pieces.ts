/** Where code goes on: errors, `with`, and what is changed in place. Each leaves in `R` what Python comes to. */

export const flowsOfPython: Record<string, string> = {
  'an error that a try takes from blocks inside of it': `
R = []
class Stop(Exception):
    pass
def stop():
    raise Stop("now")
try:
    if not R:
        import nowhere_to_be_found
        R.append("not come to")
except ImportError:
    R.append("no import")
try:
    for name in ("a", "b"):
        if name == "b":
            stop()
        R.append(name)
except Stop:
    R.append("stopped")
try:
    while True:
        with open(__file__):
            stop()
        R.append("not come to")
except Stop:
    R.append("stopped again")
else:
    R.append("not come to")
`,
  'what finally and else do where an error passes on': `
R = []
def passing(name):
    try:
        try:
            R.append(name)
            {}[name]
        except IndexError:
            R.append("not come to")
        finally:
            R.append("finally " + name)
    except KeyError:
        R.append("later")
def returning():
    try:
        raise ValueError
    finally:
        return "instead"
passing("a")
R.append(returning())
try:
    try:
        R.append("b")
    except KeyError:
        R.append("not come to")
    else:
        {}["c"]
except KeyError:
    R.append("from else")
`,
  'errors by what their classes derive from': `
R = []
class Stop(Exception):
    pass
class Halt(Stop, ValueError):
    pass
def caught(work):
    try:
        work()
    except (KeyError, IndexError):
        return "item"
    except ValueError:
        return "value"
    except Stop:
        return "stop"
    except ArithmeticError:
        return "number"
    except AttributeError:
        return "none"
    except Exception:
        return "other"
def lookup():
    raise LookupError
def halt():
    raise Halt("now")
def stop():
    raise Stop
R = [caught(lookup), caught(halt), caught(stop), caught(lambda: 1 // 0), caught(lambda: {}.get("a").name)]
R += [caught(lambda: {}.popitem()), caught(lambda: next(iter([])))]
`,
  'the order in which the parts of a dict are evaluated, and the names of what Python has itself': `
seen = []
def note(word):
    seen.append(word)
    return word
made = {note("a"): note("b"), **{note("c"): 1}, note("d"): note("e")}
R = [seen, type("x").__name__, type(3).__name__, type(True).__name__, type("x") is str]
`,
  'attributes that may be missing, inside of a try, and the order of classes': `
class Left:
    word = "left"
class Right:
    other = "right"
class Both(Left, Right):
    pass
R = []
try:
    R.append(getattr(Both, "none", "otherwise"))
    R.append(hasattr(Both, "none"))
    R.append(getattr(Both, "other", "otherwise"))
    R += [base.__name__ for base in Both.__mro__[:-1]]
    R.append(len(Both.mro()))
    R.append(Both.none)
except AttributeError:
    R.append("no such attribute")
`,
  'what is changed in place for everyone who holds it': `
held = [{"a": 1}, [1], {1, 2}, frozenset({1}), (1,), {"deep": {"x": 1}}, [0, 1, 2, 3, 4]]
table, numbers, marks, frozen, pair, deep, places = held
table |= {"b": 2}
numbers *= 2
marks |= {3}
marks -= {1}
frozen |= {2}
pair += (2,)
inner = deep["deep"]
deep["deep"] |= {"y": 2}
del places[::2]
R = [held[0], held[1], sorted(held[2]), sorted(held[3]), held[4], held[5], held[6]]
R += [sorted(frozen), pair, inner]
def drop():
    global table
    del table, held[0]
drop()
R.append(len(held))
`,
  'what is done before, inside and after a with': `
from contextlib import contextmanager
R = []
@contextmanager
def around(name):
    R.append(name + " before")
    try:
        yield name + " given"
    except KeyError:
        R.append(name + " took an error")
    finally:
        R.append(name + " after")
class Own:
    def __init__(self, name, takes=False):
        self.name, self.takes = name, takes
    def __enter__(self):
        R.append("enter " + self.name)
        return self
    def __exit__(self, kind, value, traceback):
        R.append("leave " + self.name)
        return self.takes
    @contextmanager
    def method(self):
        R.append(self.name)
        yield self
        R.append("end " + self.name)
with around("a") as given, Own("b"):
    R.append(given)
with around("c"):
    {}["missing"]
    R.append("not come to")
with Own("d", takes=True) as own:
    R.append(own.name)
    raise ValueError
with own.method() as same:
    R.append(same is own)
def early():
    for name in ("e", "f"):
        with around(name) as given, Own(name):
            if name == "f":
                return given
R.append(early())
around("nothing runs before it is entered")
`,
};
