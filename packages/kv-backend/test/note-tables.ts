import type { Tables } from '@mneme/store/rows';

const plain = { type: 'text', kept: 'plain' } as const;

/** Tables of a store of rows, for tests of its file. */
export const noteTables = {
  notes: {
    columns: {
      scope: plain,
      id: plain,
      at: { type: 'integer', kept: 'plain' },
      content: { type: 'text', kept: 'sealed' },
      code: { type: 'bytes', kept: 'sealed' },
    },
    key: ['scope', 'id'],
    indexes: { by_at: ['scope', 'at'] },
  },
} as const satisfies Tables;
