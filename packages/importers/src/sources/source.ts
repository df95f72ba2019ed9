/** One file of a source, wherever it lies. */
export interface SourceFile {
  /** Its path within the source, with `/`; of a single file its name. */
  name: string;
  /** Where it lies on disk; absent in an archive and of a stream. */
  path?: string;
  /** When it was last changed, where that is known. ISO 8601 in UTC. */
  changedAt?: string;
  /** Its bytes, from the start. */
  open(): AsyncIterable<Uint8Array>;
}

/** Where memories come from: a file, a folder, a zip archive, a stream, or the address of a database. */
export interface Source {
  kind: 'file' | 'folder' | 'zip' | 'stream' | 'postgres';
  /** As it was given. */
  path: string;
  /** All files below it, in the order of their names; of a database none. */
  files(): AsyncIterable<SourceFile>;
  /** How much has been read, and of how much, in bytes. */
  progress(): { bytes: number; size?: number };
  close(): Promise<void>;
}
