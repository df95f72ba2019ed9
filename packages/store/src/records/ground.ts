import type { EmbedderIdentity } from '@mneme/core/contract';
import type { Indexes } from '../index/indexes.ts';
import type { Rows } from '../rows/rows.ts';
import type { ScopeWriter } from '../scopes/scope-writer.ts';

/** What records are built on. */
export interface RecordGround {
  rows: Rows;
  writer: ScopeWriter;
  indexes: Indexes;
  /** Of vectors in calls that name no embedder. */
  embedder: EmbedderIdentity | undefined;
}
