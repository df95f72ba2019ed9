export { decideConflict, mergeTexts } from './conflict.ts';
export { contentKey } from './content-key.ts';
