/** What a memory loads when it is first called. */
export { consolidate } from './consolidate.ts';
export { evidence } from './evidence.ts';
