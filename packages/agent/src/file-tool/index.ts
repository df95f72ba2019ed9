export * from './directory.ts';
export * from './file-memory-tool.ts';
export type { FileTree, FileTreeLimits, Segments, TreeEntry } from './file-tree.ts';
