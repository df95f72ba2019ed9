import { AssertionError } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentBackendCases } from '../src/document-backend/cases/index.ts';
import { runDocumentBackendCase } from '../src/document-backend/context.ts';
import { documentBackendSuite, keyBackendSuite, memoryBackendSuite } from '../src/index.ts';
import { toyBackend } from './toy-backend.ts';

async function place() {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-toy-'));
  const make = () => toyBackend(join(folder, 'toy.db'));
  return { make, destroy: () => rm(folder, { recursive: true }) };
}

const bytes = 'removed values stay in the file until their pages are written again';

describe('a backend that a reader of docs/write-a-backend.md wrote', () => {
  it('has at most 700 lines', () => {
    const files = ['backend', 'documents', 'keys', 'table'].map(
      (name) => `../src/reference/${name}.ts`,
    );
    const lines = [...files, './toy-backend.ts'].flatMap((file) =>
      readFileSync(new URL(file, import.meta.url), 'utf8').split('\n'),
    );
    expect(lines.length).toBeLessThanOrEqual(700);
  });

  memoryBackendSuite({
    describe,
    it,
    lacks: {
      bytes,
      migration: 'the embedding model cannot be changed',
    },
    create: async () => {
      const { make, destroy } = await place();
      return { backend: make(), reopen: make, destroy };
    },
  });

  documentBackendSuite({
    describe,
    it,
    lacks: { bytes },
    create: async () => {
      const { make, destroy } = await place();
      return { backend: make(), reopen: make, destroy };
    },
  });

  keyBackendSuite({
    describe,
    it,
    create: async () => {
      const { make, destroy } = await place();
      const opened = [make()];
      return {
        keys: (opened[0] as ReturnType<typeof make>).keys,
        async reopen() {
          const other = make();
          opened.push(other);
          return other.keys;
        },
        async destroy() {
          for (const each of opened) await each.close();
          await destroy();
        },
      };
    },
  });
});

describe('the suite for documents catches a backend that', () => {
  const withRecords = documentBackendCases.filter(({ needs }) => needs?.includes('records'));

  it.each(withRecords.map((each) => [each.name, each] as const))(
    'leaves out records, by "%s"',
    async (_, expected) => {
      const { make, destroy } = await place();
      const create = async () => {
        const backend = make();
        const { commit, removeStore } = backend.documents;
        backend.documents.commit = ({ records: __, ...request }) => commit(request);
        backend.documents.removeStore = ({ records: __, ...request }) => removeStore(request);
        return { backend, destroy };
      };
      await expect(runDocumentBackendCase(expected, { create })).rejects.toThrow(AssertionError);
    },
  );
});
