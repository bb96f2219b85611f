/** Names that Django fills in with the model they are used in: `%(class)s_set`. */
export const fillIn = (name: string, model: { app: string | null; name: string }): string =>
  name
    .replaceAll('%(class)s', model.name.toLowerCase())
    .replaceAll('%(model_name)s', model.name.toLowerCase())
    .replaceAll('%(app_label)s', (model.app ?? '').toLowerCase());
