export * from './file-lock.ts';
export * from './private-file.ts';
