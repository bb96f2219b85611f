/** Saving: as editors do it, half way, in bulk, and in ways that leave a file looking the same. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Desk, modelFileOf, readIfThere, rootOf, shopOf, slugs } from './desk.ts';
import { head, modelText } from './projects.ts';

/** In place, beside it and renamed, and as Vim does. */
const waysToSave: readonly ((file: string, text: string) => void)[] = [
  (file, text) => writeFileSync(file, text),
  (file, text) => {
    const beside = join(dirname(file), `.${basename(file)}.a1b2.tmp`);
    writeFileSync(beside, text);
    renameSync(beside, file);
  },
  (file, text) => {
    writeFileSync(join(dirname(file), '4913'), '');
    unlinkSync(join(dirname(file), '4913'));
    if (existsSync(file)) renameSync(file, `${file}~`);
    writeFileSync(file, text);
    rmSync(`${file}~`, { force: true });
  },
];

const save = ({ random }: Desk, file: string, text: string): void => random.pick(waysToSave)(file, text);

/** Another model at the end of a file, or the one that was added there away again. */
export const saveModels = (desk: Desk): void => {
  const file = modelFileOf(desk, desk.random.pick(slugs));
  const text = readIfThere(file);
  if (text === undefined) return;
  const added = text.indexOf('\n\nclass Added');
  const kept = added < 0 ? text : `${text.slice(0, added + 1).trimEnd()}\n`;
  const name = `Added${desk.random.next(9)}`;
  save(desk, file, added >= 0 && desk.random.next(2) === 0 ? kept : kept + modelText(name, ['one', 'two']));
};

export const saveManyTimes = (desk: Desk): void => {
  for (let time = 0; time < 5; time += 1) saveModels(desk);
};

/** A line that is not finished; the next save of the file mends it. */
export const saveHalf = (desk: Desk): void => {
  const file = modelFileOf(desk, desk.random.pick(slugs));
  const text = readIfThere(file);
  if (text === undefined) return;
  writeFileSync(file, text.slice(0, Math.floor(text.length / 2)));
  if (desk.random.next(3) > 0) desk.undo.push(() => save(desk, file, text));
  else save(desk, file, `${text}\n\nclass Broken(models.Model\n`);
  desk.undo.push(() => save(desk, file, text));
};

/** A letter for another, with the time that the file had before. */
export const saveUnnoticed = (desk: Desk): void => {
  const file = modelFileOf(desk, desk.random.pick(slugs));
  const text = readIfThere(file);
  if (text === undefined) return;
  const { atime, mtime } = statSync(file);
  const length = /max_length=(\d)/.exec(text)?.[1] ?? '4';
  writeFileSync(file, text.replace(/max_length=\d/, `max_length=${length === '4' ? 5 : 4}`));
  utimesSync(file, atime, mtime);
};

const touchBelow = (folder: string, time: Date): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === '.git') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) touchBelow(path, time);
    else if (entry.isFile()) utimesSync(path, time, time);
  }
};

export const touchAll = (desk: Desk): void => {
  const hours = desk.random.next(5) - 2;
  touchBelow(rootOf(desk, desk.random.pick(slugs)), new Date(Date.now() + hours * 3_600_000));
};

const settingsOf = (desk: Desk): string => join(shopOf(desk), 'config/settings.py');

const setApps = (desk: Desk, change: (line: string) => string): void => {
  const text = readIfThere(settingsOf(desk));
  if (text !== undefined) save(desk, settingsOf(desk), text.replace(/^INSTALLED_APPS = .*$/m, change));
};

export const addApp = (desk: Desk): void => {
  const name = `extra${desk.random.next(3)}`;
  const folder = join(shopOf(desk), name);
  mkdirSync(join(folder, 'migrations'), { recursive: true });
  for (const file of ['__init__.py', 'migrations/__init__.py']) writeFileSync(join(folder, file), '');
  writeFileSync(join(folder, 'models.py'), head + modelText('Extra', ['one']));
  setApps(desk, (line) => (line.includes(name) ? line : line.replace(/\]$/, `, "${name}"]`)));
};

export const removeApp = (desk: Desk): void => {
  const name = `extra${desk.random.next(3)}`;
  rmSync(join(shopOf(desk), name), { recursive: true, force: true });
  if (desk.random.next(3) > 0) setApps(desk, (line) => line.replace(`, "${name}"`, ''));
};

export const renameApp = (desk: Desk): void => {
  const [from, to] = [`extra${desk.random.next(3)}`, `extra${desk.random.next(3)}`];
  const [old, now] = [join(shopOf(desk), from), join(shopOf(desk), to)];
  if (readIfThere(join(old, 'models.py')) === undefined || readIfThere(join(now, 'models.py')) !== undefined) return;
  rmSync(now, { recursive: true, force: true });
  renameSync(old, now);
  setApps(desk, (line) => line.replace(`"${from}"`, `"${to}"`));
};

export const saveFixture = (desk: Desk): void => {
  const model = desk.random.pick(['shop.item', 'shop.added1', 'shop.none', 'blog.tag']);
  const folder = join(shopOf(desk), 'shop/fixtures');
  mkdirSync(folder, { recursive: true });
  const name = desk.random.pick(['items.json', 'more.json']);
  save(desk, join(folder, name), `[{"model": "${model}", "pk": 1, "fields": {}}]\n`);
};

export const saveRequirements = (desk: Desk): void => {
  const folder = join(shopOf(desk), desk.random.pick(['', 'requirements']));
  mkdirSync(folder, { recursive: true });
  const name = folder.endsWith('requirements') ? 'base.txt' : 'requirements.txt';
  writeFileSync(join(folder, name), `django==3.2.${desk.random.next(20)}\n`);
};
