/** Makes a program that is read otherwise than Python runs it as short as it stays so, by leaving out one part after the other. */
import { type AskPython, holdPrograms } from './hold.ts';

/** Prints each program that lacks one statement, has one in place of the block around it, or a part of an expression in place of the whole. */
const shorter = `
import ast, copy, json, sys
tree = ast.parse(sys.stdin.read())
found = set()
def keep(other):
    try:
        text = ast.unparse(ast.fix_missing_locations(other)) + "\\n"
        compile(text, "program", "exec")
        found.add(text)
    except Exception:
        pass
def blocks(tree):
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield node, name, block
def parts(tree):
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            for at, each in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(each, ast.expr) and isinstance(getattr(each, "ctx", ast.Load()), ast.Load):
                    yield node, name, at, each
def change(at, start, end, hoisted):
    other = copy.deepcopy(tree)
    node, name, block = list(blocks(other))[at]
    block[start:end] = getattr(block[start], hoisted) if hoisted else []
    if not block and name == "body" and not isinstance(node, ast.Module):
        block.append(ast.Pass())
    keep(other)
for at, (node, name, block) in enumerate(blocks(tree)):
    half = len(block) // 2
    for start, end in ((0, half), (half, len(block))) if half > 1 else ():
        change(at, start, end, None)
    for start, inner in enumerate(block):
        change(at, start, start + 1, None)
        if isinstance(inner, (ast.If, ast.For, ast.While, ast.Try, ast.With)):
            for hoisted in ("body", "orelse"):
                if getattr(inner, hoisted, None):
                    change(at, start, start + 1, hoisted)
if not found or sys.argv[1] == "parts":
    for at, (node, name, place, whole) in enumerate(parts(tree)):
        inner = [each for each in ast.iter_child_nodes(whole) if isinstance(each, ast.expr)]
        for choice in range(len(inner) + 1):
            other = copy.deepcopy(tree)
            node, name, place, whole = list(parts(other))[at]
            inner = [each for each in ast.iter_child_nodes(whole) if isinstance(each, ast.expr)]
            new = inner[choice] if choice < len(inner) else ast.Constant(0)
            value = getattr(node, name)
            if isinstance(value, list):
                value[place] = new
            else:
                setattr(node, name, new)
            keep(other)
print(json.dumps(sorted(found, key=len)))
`;

// As many are run by one Python.
const atOnce = 40;

/** What is read and what Python has, wherever that stands. */
const withoutPlace = (difference: string | null): string | undefined => difference?.replace(/^(?:at \d+|in \w+): /, '');

export const reduceProgram = (ask: AskPython, text: string, asSettings: boolean): string => {
  const differences = (texts: readonly string[]): (string | undefined)[] =>
    holdPrograms(ask, texts, asSettings).map(({ difference }) => withoutPlace(difference));
  const [wanted] = differences([text]);
  if (wanted === undefined) return text;
  const findShorter = (current: string, by: 'statements' | 'parts'): string | undefined => {
    const output = ask(['-c', shorter, by], { input: current });
    const texts = (JSON.parse(output) as string[]).filter((other) => other.length < current.length);
    for (let at = 0; at < texts.length; at += atOnce) {
      const some = texts.slice(at, at + atOnce);
      const found = some[differences(some).indexOf(wanted)];
      if (found !== undefined) return found;
    }
    return undefined;
  };
  let current = text;
  for (;;) {
    const next = findShorter(current, 'statements') ?? findShorter(current, 'parts');
    if (next === undefined) return current;
    current = next;
  }
};
