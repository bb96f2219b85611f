/**
 * What the evaluation of a module asked the world, made and said, in order. The next reading replays it in place of evaluating the
 * module again, as long as its file and everything it looked into are the same. So that this gives what an evaluation would:
 *
 * - whoever looked into a module that changed is evaluated again (`affectedBy`);
 * - the imports of a replayed module are really made, at their place: what they open is opened in the order of Python, and each must
 *   answer as before. One that does not (a module that was closed then is open by now) throws `Stale`;
 * - the models that it asked the registry for must be the same ones;
 * - a module that imports one which is not finished yet saw a part of it: it must meet the same part again;
 * - whoever changes what another module made, or the environment, makes the whole reading one that is not replayed (`foreignChanges`).
 *
 * After `Stale` everything is read from the start.
 */
import type { Problem } from '../../../contract/index.ts';
import type { ClassValue, Engine, ImportAnswer, ModuleValue } from '../../../python/index.ts';

/** What was recorded cannot be replayed. */
export class Stale extends Error {}

/** `parent`: a package that is imported before what lies in it; its names are not looked at. */
export type AskKind = 'import' | 'whole' | 'open' | 'parent';
export type Answer = ModuleValue | 'closed' | 'missing' | undefined;

type Ask = {
  kind: AskKind;
  name: string;
  answer: Answer;
  /** How far the module was, when it was not finished yet; 0: it was. */
  part: number;
};
/** A model that Django's registry was asked for: the one that was there, if any. */
type ModelAsk = { model: string; found: ClassValue | undefined };
type RecordedEvent = Ask | ModelAsk | { made: ClassValue } | { said: Problem };

export type Recording = {
  events: RecordedEvent[];
  /** Steps of evaluation, without those of modules that were opened meanwhile. */
  cost: number;
};

export type ModuleRecording = Recording & { module: ModuleValue };

type Running = {
  recording: Recording;
  asked: Map<string, number>;
  /** Events so far: of a replay, those replayed. */
  progress: number;
  isReplay: boolean;
  /** Steps that belong to others. */
  innerCost: number;
};

export type Journal = {
  /** Whose asking is recorded; null while nothing is: settings and apps are always read from the start. */
  current: Running | null;
  /** While an ask is answered: what happens meanwhile happens again when it is asked again. */
  isAnswering: boolean;
  unfinished: Map<ModuleValue, Running>;
  /** Modules of this reading by name. */
  modules: Map<string, ModuleRecording>;
  /** Modules of the last reading that may be replayed. */
  kept: ReadonlyMap<string, ModuleRecording>;
};

export const createJournal = (): Journal => ({
  current: null,
  isAnswering: false,
  unfinished: new Map(),
  modules: new Map(),
  kept: new Map(),
});

const bits: Record<AskKind, number> = { import: 1, whole: 2, open: 4, parent: 8 };

const answerOf = (answer: ImportAnswer | ModuleValue | undefined): Answer =>
  typeof answer === 'object' && 'found' in answer ? answer.found : answer;

const partOf = (journal: Journal, answer: Answer): number =>
  typeof answer === 'object' ? (journal.unfinished.get(answer)?.progress ?? 0) : 0;

/** Answers an ask and records it, the first time that it is made. `isFixed`: it has one answer whatever was opened before. */
export const recordAsk = <T extends ImportAnswer | ModuleValue | undefined>(
  journal: Journal,
  kind: AskKind,
  name: string,
  isFixed: (name: string) => boolean,
  answer: () => T,
): T => {
  const { current } = journal;
  if (current === null || journal.isAnswering) return answer();
  const asked = current.asked.get(name) ?? 0;
  if ((asked & bits[kind]) !== 0) return answer();
  current.asked.set(name, asked | bits[kind]);
  if (isFixed(name)) return answer();
  const ask: Ask = { kind, name, answer: undefined, part: 0 };
  current.recording.events.push(ask);
  current.progress++;
  journal.isAnswering = true;
  try {
    const given = answer();
    ask.answer = answerOf(given);
    ask.part = partOf(journal, ask.answer);
    return given;
  } finally {
    journal.isAnswering = false;
  }
};

export const recordEvent = ({ current, isAnswering }: Journal, event: Exclude<RecordedEvent, Ask>): void => {
  if (current === null || isAnswering || current.isReplay) return;
  current.recording.events.push(event);
  current.progress++;
};

const run = (
  journal: Journal,
  engine: Engine,
  running: Running,
  module: ModuleValue | null,
  work: () => void,
): number => {
  const { current, isAnswering } = journal;
  const before = engine.budget;
  journal.current = running;
  journal.isAnswering = false;
  if (module !== null) journal.unfinished.set(module, running);
  try {
    work();
  } finally {
    if (module !== null) journal.unfinished.delete(module);
    journal.current = current;
    journal.isAnswering = isAnswering;
    if (current !== null) current.innerCost += before - engine.budget;
  }
  return before - engine.budget - running.innerCost;
};

const startOf = (recording: Recording, isReplay: boolean): Running => ({
  recording,
  asked: new Map(),
  progress: 0,
  isReplay,
  innerCost: 0,
});

/** Does the work on behalf of `owner` and gives what it asked, made and said. */
export const record = (
  journal: Journal,
  engine: Engine,
  owner: object,
  module: ModuleValue | null,
  work: () => void,
): Recording => {
  const recording: Recording = { events: [], cost: 0 };
  const ownerBefore = engine.owner;
  engine.owner = owner;
  try {
    recording.cost = run(journal, engine, startOf(recording, false), module, work);
  } finally {
    engine.owner = ownerBefore;
  }
  return recording;
};

export type ReplayTools = {
  ask(kind: AskKind, name: string): ImportAnswer | ModuleValue | undefined;
  findModel(name: string): ClassValue | undefined;
  make(value: ClassValue): void;
  say(problem: Problem): void;
};

/** Does again what a recording did, with the same answers; else throws `Stale`. */
export const replay = (
  journal: Journal,
  engine: Engine,
  recording: Recording,
  module: ModuleValue | null,
  tools: ReplayTools,
): void => {
  const running = startOf(recording, true);
  run(journal, engine, running, module, () => {
    engine.budget -= recording.cost;
    if (engine.budget < 0) throw new Stale('Evaluation took too many steps.');
    for (const event of recording.events) {
      running.progress++;
      if ('made' in event) tools.make(event.made);
      else if ('said' in event) tools.say(event.said);
      else if ('model' in event) {
        if (tools.findModel(event.model) !== event.found)
          throw new Stale(`${event.model} is another model than before.`);
      } else {
        journal.isAnswering = true;
        const answer = answerOf(tools.ask(event.kind, event.name));
        journal.isAnswering = false;
        if (event.kind === 'parent') continue;
        if (answer !== event.answer || partOf(journal, answer) !== event.part)
          throw new Stale(`${event.name} answers otherwise than before.`);
      }
    }
  });
};

const lookedAt = (event: RecordedEvent): ModuleValue | undefined => {
  if ('model' in event) return event.found?.owner as ModuleValue | undefined;
  return 'kind' in event && event.kind !== 'parent' && typeof event.answer === 'object' ? event.answer : undefined;
};

/** Whether a recording looked into one of the modules. */
export const looksInto = (recording: Recording, modules: ReadonlySet<ModuleValue>): boolean =>
  recording.events.some((event) => {
    const module = lookedAt(event);
    return module !== undefined && modules.has(module);
  });

/** The modules, and whoever looked into them, and whoever looked into those. */
export const affectedBy = (
  changed: Iterable<ModuleValue>,
  modules: ReadonlyMap<string, ModuleRecording>,
): Set<ModuleValue> => {
  const lookers = new Map<ModuleValue, Set<ModuleValue>>();
  for (const { module, events } of modules.values())
    for (const event of events) {
      const seen = lookedAt(event);
      if (seen === undefined) continue;
      const known = lookers.get(seen);
      if (known) known.add(module);
      else lookers.set(seen, new Set([module]));
    }
  const affected = new Set(changed);
  // A set grows while it is walked.
  for (const module of affected) for (const looker of lookers.get(module) ?? []) affected.add(looker);
  return affected;
};
