/** The Python with Django that the tests use: the one that set-up found, or, for a test file run by itself, the sample's or the system's. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findInterpreter } from '../src/runner/interpreter/find.ts';

const ofSample = fileURLToPath(new URL('../samples/atlas/.venv/bin/python', import.meta.url));

export const djangoPython = process.env.INSPECTOR_TEST_PYTHON || (existsSync(ofSample) ? ofSample : '/usr/bin/python3');

const finding = await findInterpreter('/', djangoPython, homedir());
if ('problem' in finding) throw new Error(finding.problem);

/** The same, as the runner is given it. */
export const djangoInterpreter = finding.found;
/** Of what it has installed, e.g. 5.2. */
export const djangoVersion = Number.parseFloat(djangoInterpreter.djangoVersion ?? '');
