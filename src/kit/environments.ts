/** Where the virtual environment of a project is looked for: under these names, in this order, in the project and in so many folders above it. The last two are of pixi and devenv. */
export const environmentNames: readonly string[] = [
  '.venv',
  'venv',
  'env',
  '.env',
  'virtualenv',
  '.conda',
  '.pixi/envs/default',
  '.devenv/state/venv',
];
export const environmentLevels = 2;
