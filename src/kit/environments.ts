/** Where the virtual environment of a project is looked for: under these names, in this order, in the project and in so many folders above it. */
export const environmentNames: readonly string[] = ['.venv', 'venv', 'env', '.env', 'virtualenv', '.conda'];
export const environmentLevels = 2;
