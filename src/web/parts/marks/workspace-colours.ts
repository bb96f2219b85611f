/** Colours offered for a workspace: far enough apart to tell windows from each other. */
export const workspaceColours = [
  '#2f7d5b',
  '#3448b8',
  '#b5532a',
  '#8a3ffc',
  '#b28600',
  '#c2255c',
  '#0b7285',
  '#5c5f66',
];
