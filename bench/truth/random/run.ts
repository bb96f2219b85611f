/** The lives of random projects: written, migrated, edited, shaped by hand, and held against Django after each step. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveData } from '../../../src/frameworks/django/probe/live.ts';
import { parseProbe } from '../../../src/frameworks/django/probe/parse-probe.ts';
import type { Choices } from './grammar.ts';
import { type Abilities, createProject, editProject, filesOf, type RandomProject, writeFiles } from './project.ts';
import { shapeMigrations } from './shape.ts';

type RandomRun = {
  python: string;
  probe: string;
  projects: number;
  rounds: number;
  seed: number;
  hold(name: string, root: string, live: LiveData): void;
  /** A project that Django itself does not start, or whose migrations it does not load. */
  refused(name: string, why: string): void;
};

type Order = {
  root: string;
  probe: string;
  make: boolean;
  merge: boolean;
  rename: boolean;
  squash: string;
  fake: string;
  /** How far it is counted as applied: to its last migration, its first, none. */
  target: 'last' | 'first' | 'zero';
};
type Answer = Record<'make' | 'merge' | 'squash' | 'fake' | 'probe', string | null | undefined>;
type Life = { seed: number; project: RandomProject; good: Choices; undo: () => void };

const orderFor = ({ project }: Life, probe: string, round: number): Order => {
  const { random, root, apps } = project;
  const sometimes = (one: number, label: string): string => (round > 0 && random.next(one) === 0 ? label : '');
  return {
    root,
    probe,
    make: round === 0 ? random.next(6) > 0 : random.next(2) === 0,
    merge: random.next(2) === 0,
    rename: random.next(2) === 0,
    squash: sometimes(6, random.pick(apps).label),
    fake: sometimes(4, random.pick(apps).label),
    target: random.pick(['last', 'last', 'first', 'zero']),
  };
};

const abilitiesOf = (python: string): Abilities => {
  const code = `import json, sys, importlib.util as u, django
print(json.dumps({
    "modernDjango": django.VERSION >= (5, 2),
    "python312": sys.version_info >= (3, 12),
    "postgres": any(map(u.find_spec, ["psycopg", "psycopg2"])),
}))`;
  return JSON.parse(execFileSync(python, ['-c', code], { encoding: 'utf8' })) as Abilities;
};

const obey = (python: string, orders: readonly Order[]): Answer[] => {
  const run = spawnSync(python, ['-B', join(import.meta.dirname, 'live.py')], {
    input: JSON.stringify(orders),
    encoding: 'utf8',
    timeout: 30_000 + 20_000 * orders.length,
    maxBuffer: 1 << 26,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
  });
  if (run.status !== 0) throw new Error(run.stderr || String(run.error));
  return JSON.parse(run.stdout) as Answer[];
};

/** What happens to a project before it is looked at. */
const liveOn = (life: Life, round: number): void => {
  const { project } = life;
  life.undo = () => undefined;
  if (round > 0) {
    if (project.random.next(5) > 0)
      editProject(project, 1 + project.random.next(project.random.next(3) === 0 ? 20 : 4));
    if (project.random.next(3) === 0) life.undo = shapeMigrations(project);
  }
  writeFiles(project.root, filesOf(project));
};

const look = (life: Life, answer: Answer): LiveData | string => {
  const parsed = parseProbe(readFileSync(`${life.project.root}.probe`, 'utf8'));
  if ('problem' in parsed) return answer.probe ?? parsed.problem;
  const { migrations_problem: problem, migrations } = parsed.live;
  const why = migrations?.unmade.problem ?? null;
  return problem === null && (why === null || why.startsWith('There are conflicting'))
    ? parsed.live
    : `migrations: ${problem ?? why}`;
};

const keep = (life: Life): void => {
  life.good = new Map(life.project.choices);
};

const goBack = (life: Life): void => {
  life.undo();
  life.project.choices.clear();
  for (const [place, choice] of life.good) life.project.choices.set(place, choice);
};

export const runRandom = (run: RandomRun): void => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'truth-random-')));
  try {
    const abilities = abilitiesOf(run.python);
    let lives: Life[] = Array.from({ length: run.projects }, (_, index) => {
      const root = join(base, `p${run.seed + index}`);
      mkdirSync(root);
      const project = createProject(root, run.seed + index, abilities);
      return { seed: run.seed + index, project, good: new Map(), undo: () => undefined };
    });
    for (let round = 0; round < run.rounds; round += 1) {
      for (const life of lives) liveOn(life, round);
      const answers = obey(
        run.python,
        lives.map((life) => orderFor(life, run.probe, round)),
      );
      lives = lives.filter((life, index) => {
        const name = `seed ${life.seed} round ${round}`;
        const answer = answers[index] as Answer;
        const live = look(life, answer);
        if (typeof live === 'string') run.refused(name, live);
        else run.hold(name, life.project.root, live);
        if (answer.make) run.refused(`${name} (makemigrations)`, answer.make);
        if (typeof live === 'string') goBack(life);
        else keep(life);
        return round > 0 || typeof live !== 'string';
      });
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
};
