export { type DirectoryOptions, directory } from './directory.js';
export {
  type FileMemoryTool,
  type FileMemoryToolOptions,
  fileMemoryTool,
} from './file-memory-tool.js';
export type { FileTree, FileTreeLimits, Segments, TreeEntry } from './file-tree.js';
