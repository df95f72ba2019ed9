/**
 * Keys of records that are the same, or about one matter. In a separate file, because it loads tables of words. Its
 * names may change.
 */
export { recordKey, recordMatter } from './records/later.ts';
