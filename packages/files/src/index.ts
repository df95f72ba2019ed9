export { type FileLock, type FileLockOptions, withFileLock } from './file-lock.ts';
export { KeptFile, type KeptFileOptions } from './kept-file.ts';
