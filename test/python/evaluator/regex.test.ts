/** `re`, hashes and keys of dicts that are no texts, as Python has them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedWorld, createEngine, createModule, readModule, runModule } from '../../../src/python/index.ts';
import { assertWithin } from '../../processor-time.ts';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';

const whole = [
  're.sub(r"[^a-z]", "_", "abc-def"), re.sub(r"(?<!^)(?=[A-Z])", "_", "CamelCaseName").lower(), re.sub("a", "b", "aaa", 2)',
  're.sub(r"(.)([A-Z][a-z]+)", r"\\1_\\2", "HTTPResponseCode"), re.sub(r"(?P<a>\\w)-", r"\\g<a>+", "x-y-")',
  're.sub(r"-(\\w)", lambda m: m.group(1).upper(), "a-b-c"), re.sub("a", lambda m: m.group().upper(), "ab", count=1), re.sub("(?P<x>b)", lambda m: m["x"] + m[0], "abc")',
  're.compile(r"\\d+").sub(lambda m: str(int(m.group()) + 1), "a1b22"), re.sub(r"[A-Z]", lower, "aBC"), re.search("b", "ab").span()',
  're.compile(r"^(\\w+)-(\\d+)$").match("ab-12").group(2), re.match("x", "y") is None, bool(re.search("b", "abc"))',
  're.match(r"(\\d+)\\.(\\d+)(?:\\.(\\d+))?", "4.2").groups(), re.search(r"(?P<y>\\d{4})", "in 2020").groupdict()',
  're.split(r"[,;]", "a,b;c"), re.split(r"(-)", "a-b", 1), re.split(r"(?=[A-Z])", "AbCd"), re.findall(r"(\\w)(\\d)", "a1b2")',
  're.fullmatch(r"\\d+", "12a"), re.fullmatch(r"a|ab", "ab").group(), re.findall("x*", "axb"), re.search("c", "abc").start()',
  '"yes" if re.match(r"v?\\d+", "v12") else "no", [n for n in ("a1", "b") if re.search(r"\\d", n)]',
  'hashlib.sha256().digest_size * 2, hashlib.new("sha1").digest_size, hashlib.md5(b"x").block_size',
  '{int: "i", one: "o", Kind: "k", (int, 1): "t"}[int], {one: 1, two: 2}[two], {str: 1}.get(type("x")), one in {one: 1}, len in {len: 1}',
  '{int: 1}.get(float, "none"), {one: 1}.get(two), len({int: 1, str: 2, int: 3}), {(int, 1): "t"}[(int, 1)]',
];

const head = `
import hashlib, re
def one(): pass
def two(): pass
def lower(m): return "_" + m.group(0).lower()
class Kind: pass
`;

for (const text of whole)
  test(`as Python has it: ${text}`, () => {
    assert.deepEqual(hold(`${head}R = [${text}]`), KNOWN);
  });

/** Where the two languages differ, or a search may take for ever. */
const open = [
  're.match(r"(a|b)*c", "abc").groups(), re.search(r"\\w", "é").group(), re.search("a$", "a\\n").group(), re.findall(r"a*?", "aa")',
  're.sub("A", "b", "a", flags=re.I), re.match(r"(?i)A", "a").group(), re.sub("a", str, "ab")',
  're.match(r"(a)\\1", "aa").group(), re.match(r"(?:(a)|b)*", "ab").group(1), re.match(r"(a*)?", "b").group(1), re.findall("a{,2}", "aa")',
  're.sub("a", "b", count=1, string="aa"), re.match(r"\\Aa", "a").group(), re.sub("(a)", r"\\n\\1", "a"), re.match("[[]", "[").group()',
];

for (const text of open)
  test(`what is not surely the same is left open: ${text}`, () => {
    assert.deepEqual(holdTold(`${head}R = [${text}]`), NOTHING_FALSE);
  });

test('a pattern that would be searched for ever is not searched', () => {
  const text = [`T = "a" * 90`, ...['(a*)*b', '(a|a)*b', 'a*a*a*a*a*b', `${'a?'.repeat(60)}${'a'.repeat(60)}`]]
    .map((pattern, at) => (at === 0 ? pattern : `R${at} = re.match(${JSON.stringify(pattern)}, T)`))
    .join('\n');
  assertWithin(2000, () => {
    const engine = createEngine(closedWorld, 100_000);
    runModule(engine, createModule('m', '/m.py'), readModule(`import re\n${text}\n`));
  });
});
