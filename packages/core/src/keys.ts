/** By which records are one, or of one matter. Apart, since it loads tables of words. Its names may change. */
export { recordKey, recordMatter } from './records/later.ts';
