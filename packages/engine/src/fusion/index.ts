export * from './fuse.ts';
