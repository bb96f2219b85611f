/** A service that reads one project, tells where it does and waits to be killed. */
import { createScanner } from '../../src/scanner/create-scanner.ts';

const scanner = createScanner({
  frameworkModule: new URL('./odd-frameworks.ts', import.meta.url),
  scratchDir: process.argv[2] ?? '',
  processes: 1,
});
const input = { sitePackages: [], pythonVersion: null, djangoVersion: null, live: null, liveProblem: null };
const { logFiles } = await scanner.read({ root: '/nowhere/scratch', ...input });
process.send?.(JSON.parse(logFiles[0] ?? ''));
