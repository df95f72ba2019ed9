import type { Imported } from './imported.ts';
import type { Source } from './sources/source.ts';

/** What a reader is told besides its source. */
export interface ReadOptions {
  /** LangGraph: the member of a value that is its text, as a path with dots. */
  textField?: string;
  /** A scope was given: sources that do not say whose memories they hold may be read. */
  hasScope: boolean;
}

/** Makes a source's items, in the source's order, and holds no more of it than it must. */
export type Reader = (source: Source, options: ReadOptions) => AsyncIterable<Imported>;
