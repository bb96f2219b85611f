/** The npm packages and Node 24, without which nothing runs. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ask, npm, readText, root, say } from './machine.mjs';

const windows = process.platform === 'win32';
const ownNode = join(root, 'node_modules', ...(windows ? ['node', 'bin', 'node.exe'] : ['.bin', 'node']));
const INSTALL_TIMEOUT_MS = 10 * 60_000;

/** A program that npm put into node_modules/.bin, called through Node 24 by its own path. */
export function packageProgram(name) {
  return join(root, 'node_modules', '.bin', windows ? `${name}.cmd` : name);
}

/** Installs what package-lock.json asks for and is not there. Gives the path of a Node 24, or throws with what to do. */
export async function ensurePackages() {
  const stale = findStalePackage();
  if (stale) await install(stale);
  else say('packages', 'current with package-lock.json');
  return ensureNode24();
}

/** Compares names and versions, not file times: a fresh checkout has fresh times and may still be current. */
function findStalePackage() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!present) return 'node_modules is missing';
  for (const [path, entry] of Object.entries(wanted ?? {})) {
    if (path === '' || entry.optional || entry.devOptional) continue;
    const found = present[path];
    if (found?.version !== entry.version) return `${path.replace('node_modules/', '')} ${entry.version} is missing`;
  }
  return undefined;
}

function readPackages(file) {
  try {
    return JSON.parse(readText(file)).packages;
  } catch {
    return undefined;
  }
}

async function install(reason) {
  // Through a link the install would change somebody else's folder.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${reason}, and node_modules is a link: run npm install in the folder it points to.`);
  }
  say('packages', `installing with npm (${reason})`);
  // Not `npm ci`: it begins by removing what is there, and a service of this clone may be at work.
  // The lock file still decides every version it names, is not written to, and is compared again below.
  const { code } = await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    show: true,
    timeoutMs: INSTALL_TIMEOUT_MS,
  });
  if (code !== 0)
    throw new Error(`npm install ended with ${code}: see its message above. Is the npm registry reachable?`);
  const left = findStalePackage();
  if (left) throw new Error(`npm install ended well, but ${left}: does package-lock.json belong to package.json?`);
}

async function ensureNode24() {
  const version = await readNodeVersion(ownNode);
  if (isNode24(version)) return sayNode(version, ownNode);
  // The package `node` fetches the binary in an install script, which npm may have been told to leave out.
  say('node', `${version || 'none'} in node_modules; fetching Node 24 with npm rebuild node`);
  await npm(['rebuild', 'node'], { show: true, timeoutMs: INSTALL_TIMEOUT_MS });
  const rebuilt = await readNodeVersion(ownNode);
  if (isNode24(rebuilt)) return sayNode(rebuilt, ownNode);
  if (isNode24(process.version)) return sayNode(process.version, process.execPath);
  throw new Error(
    'Node 24 could not be had from npm. Install Node 24 or newer from https://nodejs.org/ and start again,\n' +
      'or allow install scripts for the package `node` (npm config get ignore-scripts should say false).',
  );
}

async function readNodeVersion(file) {
  const { code, output } = await ask(file, ['--version']);
  return code === 0 ? output : '';
}

function isNode24(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0) >= 24;
}

function sayNode(version, file) {
  say('node', `${version}${file === ownNode ? ' from npm' : ' of this machine'}`);
  return file;
}
