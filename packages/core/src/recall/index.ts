export type * from './api.ts';
export { parseDialogue } from './dialogue.ts';
export * from './estimate-tokens.ts';
export * from './excerpt.ts';
export * from './is-small-talk.ts';
export { contestNote } from './lines.ts';
export * from './recall.ts';
export * from './within-bytes.ts';
