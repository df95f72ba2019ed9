import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory, type MemoryScope } from '@mneme/core';
import type { DocumentStore } from '@mneme/core/documents';
import { staticEmbedder } from '@mneme/embedders';
import { Keys } from '@mneme/server';
import { type SqliteBackend, sqliteBackend } from '@mneme/sqlite';
import { type Database, loadDriver } from '../../packages/kv-backend/src/drivers/index.ts';

/** A memory with some data of each type, and a second connection that detects changes. */
export interface Place {
  folder: string;
  path: string;
  backend: SqliteBackend;
  memory: Memory;
  keys: Keys;
  /** The API key of Ada's scope. */
  key: string;
  ada: MemoryScope;
  notes: DocumentStore;
  ids: { record: string; store: string; document: string; version: string; older: string };
  /** Changes only if stored data changes; times of reads do not count. */
  digest(): string;
  close(): Promise<void>;
}

const tables = [
  `SELECT id, scope, body, importance, expires_at, superseded_by, version FROM records`,
  'SELECT name, record_count FROM scopes',
  'SELECT number, action, scope, id, actor, reason FROM audit',
  'SELECT id, scope, name, description, metadata, archived_at, version FROM document_stores',
  'SELECT id, store, path, operation, content, redacted_at FROM document_versions',
  'SELECT id, scope, access, revoked_at FROM api_keys',
];

export async function openPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-fuzz-'));
  const path = join(folder, 'memory.db');
  const backend = sqliteBackend({ path, durability: 'normal' });
  const memory = await createMemory({ backend, embedder: staticEmbedder() });
  const ada = memory.scope('ada');
  const { id: record } = await ada.store({ content: 'Ada prefers green tea', tags: ['tea'] });
  await memory.scope('bob').store({ content: 'Bob sails the Heron on Sundays' });
  const notes = await ada.stores.open('notes', { create: true });
  const made = await notes.create({ path: '/plan.md', content: 'Ship on Friday\n' });
  const changed = await notes.update('/plan.md', { content: 'Ship on Monday\n' });
  const ids = {
    record,
    store: notes.id,
    document: made.id,
    version: changed.versionId,
    older: made.versionId,
  };
  const keys = new Keys(backend.keys);
  const reader = (await loadDriver('better-sqlite3')).open(path);
  return {
    folder,
    path,
    backend,
    memory,
    keys,
    key: (await keys.create({ scope: 'ada', access: 'read_write' })).key,
    ada,
    notes,
    ids,
    digest: digestOf(reader),
    async close() {
      reader.close();
      await memory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function digestOf(reader: Database): () => string {
  let seen: unknown;
  let digest = '';
  return () => {
    // This number only changes with a write.
    const version = reader.prepareColumn('PRAGMA data_version').get();
    if (version === seen && digest !== '') return digest;
    seen = version;
    const hash = createHash('sha256');
    for (const sql of tables) hash.update(JSON.stringify(reader.prepare(sql).all()));
    digest = hash.digest('hex');
    return digest;
  };
}
