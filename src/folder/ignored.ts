/** Folders that hold no source of the project: nothing below them is listed or watched. */

const ignoredNames: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.bzr',
  '.tox',
  '.nox',
  '.cache',
  '.direnv',
  '.devenv',
  '.hatch',
  '.pixi',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.eggs',
  '.hypothesis',
  '.ipynb_checkpoints',
  '.next',
  '.parcel-cache',
  '.pytype',
  '.terraform',
  '.turbo',
  '.yarn',
  'htmlcov',
  '.idea',
  '.vscode',
  '__pycache__',
  'node_modules',
  'bower_components',
  'site-packages',
  'dist-packages',
]);

/** Collected or uploaded files; but a Python package of that name is an app of the project, and Django takes one without `__init__.py`, too. */
const assetNames: ReadonlySet<string> = new Set(['static', 'staticfiles', 'static_root', 'media', 'mediafiles']);
const appFiles = ['__init__.py', 'apps.py', 'models.py'];

export const isIgnoredName = (name: string): boolean => ignoredNames.has(name) || name.endsWith('.egg-info');

/** Decided by what lies in the folder: a virtualenv, an environment of conda, or assets. */
export const isIgnoredByContent = (name: string, contents: ReadonlySet<string>): boolean =>
  contents.has('pyvenv.cfg') ||
  contents.has('conda-meta') ||
  (assetNames.has(name) && !appFiles.some((file) => contents.has(file)));

/** For the watcher, which only has a path: true when a part of it is ignored by name. */
export const isIgnoredPath = (path: string): boolean => path.split(/[\\/]/).some(isIgnoredName);
