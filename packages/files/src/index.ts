export * from './file-lock.ts';
export * from './kept-file.ts';
