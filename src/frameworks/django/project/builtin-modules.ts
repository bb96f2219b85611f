export const builtinModule = (_name: string): string | undefined => undefined;
