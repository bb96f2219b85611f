/** Names that Django fills in with the model they are used in, as Python fills in a text: `%(class)s_set`, `100%%`; a lone `%s` is all of what it has. */
export const fillIn = (name: string, model: { app: string | null; name: string }): string => {
  const parts = new Map([
    ['class', model.name.toLowerCase()],
    ['model_name', model.name.toLowerCase()],
    ['app_label', (model.app ?? '').toLowerCase()],
  ]);
  const all = Array.from(parts, ([part, value]) => `'${part}': '${value}'`).join(', ');
  return name.replace(/%(?:%|s|\((class|model_name|app_label)\)s)/g, (whole, part: string | undefined) => {
    if (part !== undefined) return parts.get(part) ?? whole;
    return whole === '%%' ? '%' : `{${all}}`;
  });
};
