export { decideConflict } from './conflict.ts';
export { contentKey } from './content-key.ts';
export { mergeTexts } from './merge-texts.ts';
