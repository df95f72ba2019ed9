export { askedToRemember } from './asked.ts';
export { hasPhrase } from './find-phrases.ts';
export * from './frames.ts';
export { nameIn, nameStated } from './names.ts';
export { ownWords } from './own-words.ts';
