/** Addresses of what others speak of: a model or a field in the schema, a migration in its timeline. */

/** `name`: `app_label.Model`, in any letter case. */
export const modelPath = (slug: string, name: string, field?: string | null): string =>
  `/w/${slug}/schema?${new URLSearchParams({ model: name, ...(field ? { field } : {}) })}`;

export const migrationPath = (slug: string, id: string): string =>
  `/w/${slug}/migrations?${new URLSearchParams({ migration: id })}`;

/** As a search in the migrations that no other app answers, also none whose name begins alike. `app`: its label or its dotted name. */
export const searchForApp = (app: string): string => `"${app}"`;

export const appMigrationsPath = (slug: string, app: string): string =>
  `/w/${slug}/migrations?${new URLSearchParams({ q: searchForApp(app) })}`;

/** Ends an address that is about what could not be read or is wrong: they are unfolded there. */
export const problemsAnchor = '#problems';
