import type { CommitRequest, EmbedderIdentity } from '@mneme/core/backend';
import type { Indexes } from '../index/indexes.ts';
import type { Rows } from '../rows/rows.ts';
import type { Draft, ScopeWriter } from '../scopes/scope-writer.ts';

/** What documents are built on. */
export interface DocumentGround {
  rows: Rows;
  writer: ScopeWriter;
  indexes: Indexes;
  /** Of vectors in calls that name no embedder. */
  embedder: EmbedderIdentity | undefined;
  /** Encrypts cursors that contain numbers of rows. */
  secret: string;
  /** Adds a commit of records to the draft of their scope. False: its expectations are not met. */
  addRecords(draft: Draft, request: CommitRequest): Promise<boolean>;
}
