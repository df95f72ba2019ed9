import type { EmbedderIdentity } from '@mneme/core/backend';
import type { SummedRows } from '../checksums/summed-rows.ts';
import type { Indexes } from '../index/indexes.ts';
import type { ScopeWriter } from '../scopes/scope-writer.ts';
import type { Follower } from '../search-index/follower.ts';

/** What records are built on. */
export interface RecordGround {
  rows: SummedRows;
  writer: ScopeWriter;
  indexes: Indexes;
  /** The search engine beside the rows, if there is one. */
  follower: Follower | undefined;
  /** Of vectors in calls that name no embedder. */
  embedder: EmbedderIdentity | undefined;
}
