import { MnemeError } from '@mneme/core';

/** Names below `/memories`; none: the folder itself, which is always there. */
export type Segments = readonly string[];

export interface TreeEntry {
  /** Relative to the directory that was asked for. */
  segments: Segments;
  kind: 'file' | 'directory';
  sizeBytes: number;
}

/** What a tree of files holds at most. Past a limit nothing is written, and the call is refused. */
export interface FileTreeLimits {
  /** Of one file, in bytes of UTF-8. */
  fileBytes: number;
  /** Files in the whole tree. */
  files: number;
  /** Bytes of all files. */
  totalBytes: number;
}

/**
 * Where the file tool keeps its files. Every method is atomic: what it changes is changed wholly or not at all,
 * whatever happens meanwhile. Limits and secrets reject with a MnemeError before anything is written.
 */
export interface FileTree {
  /** `undefined`: there is nothing. */
  stat(path: Segments): Promise<{ kind: 'file' | 'directory'; sizeBytes: number } | undefined>;

  /** The text of a file that is there. */
  read(path: Segments): Promise<string | undefined>;

  /** What is up to `depth` levels below a directory, in no promised order, symbolic links left out. */
  entries(path: Segments, options: { depth: number }): Promise<TreeEntry[]>;

  /** Makes a file, and the directories above it. `exists`: something is there, and it is as it was. */
  create(path: Segments, text: string): Promise<'created' | 'exists'>;

  /**
   * Puts `change(text)` in the place of a file's text. Where another writer was faster, `change` is asked again with
   * what is there now. What `change` throws is passed on, and nothing is written.
   */
  edit(
    path: Segments,
    change: (text: string) => string,
  ): Promise<'edited' | 'missing' | 'directory'>;

  /** A directory goes with all that is in it. False: there was nothing. */
  remove(path: Segments): Promise<boolean>;

  /** Never over something that is there. */
  rename(from: Segments, to: Segments): Promise<'renamed' | 'missing' | 'exists'>;
}

export function notADirectory(path: Segments): MnemeError {
  return new MnemeError('conflict', `The path /memories/${path.join('/')} is not a directory.`);
}

export function startsWith(path: Segments, prefix: Segments): boolean {
  return prefix.length <= path.length && prefix.every((segment, index) => path[index] === segment);
}
