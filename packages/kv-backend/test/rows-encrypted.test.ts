import { rowsSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { encryptedFile } from './encrypted-file.ts';

rowsSuite({
  describe,
  it,
  async create() {
    const { backend, reopen, bytes, destroy } = await encryptedFile(sqliteRows);
    return { rows: backend, reopen, files: bytes, destroy };
  },
});
