#!/usr/bin/env node
/**
 * Set-up on a fresh machine: looks for each part, says in a line what it found, tries the ways there are, and where none
 * leads says which feature is off and how to get it. `npm run setup` for what a start needs, `-- --tests` for the tests' parts too.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ask, findFirst, isCi, isRoot, say, systemFamily } from './machine.mjs';
import { ensurePackages } from './packages.mjs';
import { aptPackages, partsFor } from './parts.mjs';

const APT_TIMEOUT_MS = 10 * 60_000;

/**
 * Gives `{node, files, missing}`: the Node 24 to run with, the program of each part that is there, the names of those that are not.
 * Throws where nothing can run without the part, and with CI=true for every missing one.
 */
export async function setUp(purpose = 'start') {
  const node = await ensurePackages();
  const parts = partsFor[purpose];
  const found = new Map(await Promise.all(parts.map(async (part) => [part, await part.find()])));
  const absent = () => parts.filter((part) => !found.get(part));
  for (const part of absent()) {
    await part.make?.();
    found.set(part, await part.find());
  }
  if (await installWithApt(absent())) {
    for (const part of absent()) found.set(part, await part.find());
  }
  for (const part of parts) report(part, found.get(part));
  const missing = parts.filter((part) => !found.get(part)?.file).map((part) => part.name);
  if (missing.length > 0 && isCi) throw new Error(`CI=true, and missing: ${missing.join(', ')}.`);
  return { node, files: Object.fromEntries(parts.map((part) => [part.name, found.get(part)?.file])), missing };
}

function report(part, found) {
  if (found?.file) return say(part.name, found.detail);
  say(part.name, found?.problem ?? `${part.title}: not found, and no way to install it worked`);
  say('', `off: ${part.off}`);
  say('', `to get it: ${found?.remedy ?? part.remedy()}`);
}

/** Only as root on Debian and its kin: nobody is asked for a password in the middle of a start. */
async function installWithApt(parts) {
  const apt = findFirst('apt-get');
  if (parts.length === 0 || !apt || !isRoot || systemFamily() !== 'debian') return false;
  const options = { timeoutMs: APT_TIMEOUT_MS, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const install = (names) => ask(apt, ['-qq', '-y', '--no-install-recommends', 'install', ...names], options);
  const choices = parts.map(aptPackages);
  const best = choices.map(([name]) => name);
  say('apt-get', `installing ${best.join(' ')}`);
  const update = await ask(apt, ['-qq', 'update'], options);
  const { code, output } = await install(best);
  if (code === 0) return true;
  const reason = (output || update.output).split('\n').filter(Boolean).at(-1) ?? '';
  say('apt-get', `ended with ${code}. ${reason}`.trim());
  const isHopeless = choices.flat().length === 1;
  // One unknown name makes apt refuse them all: give each a chance of its own.
  if (!isHopeless) for (const names of choices) await installFirst(names, install);
  return !isHopeless;
}

/** The first of these packages that there is. */
async function installFirst([name, ...others], install) {
  if (name === undefined || (await install([name])).code === 0) return;
  await installFirst(others, install);
}

/** Runs a script's main and turns what a user can act on into one line and status 1. */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    await setUp(process.argv.includes('--tests') ? 'tests' : 'start');
    return 0;
  });
}
