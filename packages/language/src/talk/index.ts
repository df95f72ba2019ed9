export * from './frames.ts';
export { ownWords } from './own-words.ts';
