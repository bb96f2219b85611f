export { readFunction, readModule } from './module.ts';
export type * from './syntax.ts';
export { dottedName, keywordOf } from './syntax.ts';
