export {
  type DirectoryOptions,
  directory,
  type FileMemoryTool,
  type FileMemoryToolOptions,
  type FileTree,
  type FileTreeLimits,
  fileMemoryTool,
} from './file-tool/index.js';
