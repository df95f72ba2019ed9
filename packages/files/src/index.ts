export * from './file-lock.ts';
export * from './private-file.ts';
export * from './private-folder.ts';
