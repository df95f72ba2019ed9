export { type DirectoryOptions, directory } from './directory.ts';
export {
  type FileMemoryTool,
  type FileMemoryToolOptions,
  fileMemoryTool,
} from './file-memory-tool.ts';
export type { FileTree, FileTreeLimits, Segments, TreeEntry } from './file-tree.ts';
