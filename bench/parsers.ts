/**
 * `node bench/parsers.ts [FOLDER …]`: how fast Python text becomes data, in one run on the same files: our reader, lezer,
 * tree-sitter, and CPython's own `ast.parse` as the measure. Texts are in memory before the clock starts; best of five rounds.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parser as lezer } from '@lezer/python';
import { Language, Parser } from 'web-tree-sitter';
import { readFunction, readModule } from '../src/python/index.ts';
import type { Statement } from '../src/python/syntax.ts';
import { djangoPython } from '../test/django-python.ts';

const ROUNDS = 5;

const pythonFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pythonFiles(path);
    return entry.name.endsWith('.py') ? [path] : [];
  });

const packageFolder = (): string =>
  execFileSync(djangoPython, ['-c', 'import django; print(django.__path__[0])'], { encoding: 'utf8' }).trim();

const folders = process.argv.slice(2);
const files = (folders.length > 0 ? folders : [packageFolder()]).flatMap((path) =>
  statSync(path).isDirectory() ? pythonFiles(path) : [path],
);
const texts = files.map((file) => readFileSync(file, 'utf8'));
const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

// Another last line each round: a text that was read before is remembered, and that is not what is measured.
const best = (read: (text: string, round: number) => unknown): number => {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    for (const text of texts) read(text, round);
    fastest = Math.min(fastest, performance.now() - began);
  }
  return fastest;
};

const measureCpython = (): number =>
  Number(
    execFileSync(
      djangoPython,
      [
        '-c',
        `
import ast, sys, time
texts = [open(path, encoding="utf-8").read() for path in sys.stdin.read().split("\\n")]
best = None
for _ in range(${ROUNDS}):
    began = time.perf_counter()
    for text in texts:
        ast.parse(text)
    took = time.perf_counter() - began
    best = took if best is None or took < best else best
print(best * 1000)
`,
      ],
      { encoding: 'utf8', input: files.join('\n') },
    ),
  );

const readAll = (statements: readonly Statement[]): number => {
  let count = 0;
  for (const statement of statements) {
    if (statement.kind === 'function') count += 1 + readAll(readFunction(statement).body);
    else if (statement.kind === 'class') count += 1 + readAll(statement.body);
  }
  return count;
};

const loadTreeSitter = async (): Promise<Parser> => {
  const require = createRequire(import.meta.url);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve('tree-sitter-python/tree-sitter-python.wasm')));
  return parser;
};

const treeSitter = await loadTreeSitter();
const results: [string, number][] = [
  ['CPython ast.parse', measureCpython()],
  ['our reader (function bodies passed over)', best((text, round) => readModule(`${text}\n#${round}`))],
  ['our reader (function bodies too)', best((text, round) => readAll(readModule(`${text}\n##${round}`).statements))],
  ['@lezer/python (tree only)', best((text) => lezer.parse(text))],
  ['tree-sitter wasm (tree only)', best((text) => treeSitter.parse(text)?.delete())],
];
const [[, measure]] = results as [[string, number]];
console.log(`${files.length} files, ${(bytes / 1e6).toFixed(2)} MB`);
for (const [name, ms] of results)
  console.log(`${name.padEnd(42)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / measure).toFixed(2)} × ast.parse`);
