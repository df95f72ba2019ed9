import { MnemeError } from '@mneme/core';

/** Names below `/memories`; empty: the folder itself, which always exists. */
export type Segments = readonly string[];

export interface TreeEntry {
  /** Relative to the requested directory. */
  segments: Segments;
  kind: 'file' | 'directory';
  sizeBytes: number;
}

/** Limits of a tree of files. A call that would exceed one is refused, and nothing is written. */
export interface FileTreeLimits {
  /** Of one file, in bytes of UTF-8. */
  fileBytes: number;
  /** Files in the whole tree. */
  files: number;
  /** Bytes of all files. */
  totalBytes: number;
}

/**
 * The files of the file tool. Every method is atomic. Limits and secrets reject with a MnemeError before anything is
 * written.
 */
export interface FileTree {
  /** `undefined`: there is nothing. */
  stat(path: Segments): Promise<{ kind: 'file' | 'directory'; sizeBytes: number } | undefined>;

  /** The text of an existing file. */
  read(path: Segments): Promise<string | undefined>;

  /** The entries up to `depth` levels below a directory, in any order, without symbolic links. */
  entries(path: Segments, options: { depth: number }): Promise<TreeEntry[]>;

  /** Makes a file, and the directories above it. `exists`: something is there, and it is unchanged. */
  create(path: Segments, text: string): Promise<'created' | 'exists'>;

  /**
   * Replaces a file's text by `change(text)`. If another writer was faster, a store calls `change` again with the new
   * text, and a folder rejects with `conflict`. Errors of `change` are passed on, and nothing is written.
   */
  edit(
    path: Segments,
    change: (text: string) => string,
  ): Promise<'edited' | 'missing' | 'directory'>;

  /** A directory is removed with everything in it. False: there was nothing. */
  remove(path: Segments): Promise<boolean>;

  /** Never overwrites anything. */
  rename(from: Segments, to: Segments): Promise<'renamed' | 'missing' | 'exists'>;
}

export function notADirectory(path: Segments): MnemeError {
  return new MnemeError('conflict', `The path /memories/${path.join('/')} is not a directory.`);
}

export function startsWith(path: Segments, prefix: Segments): boolean {
  return prefix.length <= path.length && prefix.every((segment, index) => path[index] === segment);
}
