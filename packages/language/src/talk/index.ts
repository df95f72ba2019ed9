export { askedToRemember } from './asked.ts';
export * from './frames.ts';
export { nameIn, nameStated } from './names.ts';
export { ownWords } from './own-words.ts';
