/** Names that Django fills in with the model they are used in, as Python fills in a text: `%(class)s_set`, `100%%`. */
export const fillIn = (name: string, model: { app: string | null; name: string }): string =>
  name.replace(/%(?:%|\((class|model_name|app_label)\)s)/g, (_, part: string | undefined) => {
    if (part === undefined) return '%';
    return (part === 'app_label' ? (model.app ?? '') : model.name).toLowerCase();
  });
