import type { Imported } from './imported.ts';
import type { Source } from './sources/source.ts';

/** Options of a reader. */
export interface ReadOptions {
  /** LangGraph: the field of a value with its text, as a path with dots. */
  textField?: string;
  /** A scope was given, so sources without owners can be read. */
  hasScope: boolean;
}

/** Yields a source's items in order, loading as little as possible. */
export type Reader = (source: Source, options: ReadOptions) => AsyncIterable<Imported>;
