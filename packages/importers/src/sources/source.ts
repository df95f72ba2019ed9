/** One file of a source. */
export interface SourceFile {
  /** Its path in the source, with `/`; for a single file its name. */
  name: string;
  /** Its path on disk; absent in an archive and for a stream. */
  path?: string;
  /** When it was last changed, if known. ISO 8601 in UTC. */
  changedAt?: string;
  /** Its bytes, from the start. */
  open(): AsyncIterable<Uint8Array>;
}

/** A source of memories: a file, a folder, a zip archive, a stream, or the address of a database. */
export interface Source {
  kind: 'file' | 'folder' | 'zip' | 'stream' | 'postgres';
  /** As the user gave it. */
  path: string;
  /** All files, sorted by name; none for a database. */
  files(): AsyncIterable<SourceFile>;
  /** Bytes read so far, and in total. */
  progress(): { bytes: number; size?: number };
  close(): Promise<void>;
}
