/** A service that reads one project, tells where it does and waits to be killed. */
import { createScanner } from '../../src/scanner/create-scanner.ts';

const scanner = createScanner({ frameworkModule: new URL('./odd-frameworks.ts', import.meta.url), processes: 1 });
const input = { sitePackages: [], pythonVersion: null, djangoVersion: null, live: null, liveProblem: null };
process.send?.(await scanner.read({ root: '/nowhere/scratch', ...input }));
