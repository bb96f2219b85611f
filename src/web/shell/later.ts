/**
 * The pages and overlays whose code comes after the overview, as one file: all of it is fetched anyway while nobody waits, and each with a
 * file of its own made sixty requests of every start, most for less than a kilobyte. The schema stays apart: it brings a library for graphs.
 */
export { AddPage } from '../pages/add/index.tsx';
export { AdminPage } from '../pages/admin/index.tsx';
export { FixturesPage } from '../pages/fixtures/index.tsx';
export { LogsPage } from '../pages/logs/index.tsx';
export { MigrationsPage } from '../pages/migrations/index.tsx';
export { RunsPage } from '../pages/runs/index.tsx';
export { RunDrawer } from '../pages/runs/run-drawer.tsx';
export { RunPage } from '../pages/runs/run-page.tsx';
export { GuideDrawer } from './guide.tsx';
export { KeyboardMap } from './keyboard-map.tsx';
export { Palette } from './palette/palette.tsx';
