/** What the reference backend of the suites uses of the index. */
export { AskedQuery } from './asked-query.ts';
export { CodeMemory } from './code-memory.ts';
export { kindNumber, passage } from './heads.ts';
export { exactDot, quantise } from './quantise.ts';
export { RowIndex } from './row-index.ts';
