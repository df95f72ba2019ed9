import type { Embedder, EmbedderCalibration } from '@mneme/core';
import { type FieldsOf, parseOptions, parseText } from '@mneme/core/input';
import { commonFields } from '../common-fields.ts';
import { messageDirections } from './message-directions.ts';
import { Table } from './table.ts';

/** Another table, or other thresholds, than those that ship. */
export interface StaticEmbedderOptions {
  /** Another table file. Default: the one that ships in this package. */
  path?: string | URL;
  calibration?: EmbedderCalibration;
}

const optionFields = {
  path(value: unknown, field: string) {
    return value instanceof URL ? value : parseText(value, field);
  },
  calibration: commonFields.calibration,
} satisfies FieldsOf<StaticEmbedderOptions>;

const bundledTable = new URL('../../model/static.bin', import.meta.url);

/** Found on the development pairs by tools/conflict-report.mjs. */
const bundledCalibration: EmbedderCalibration = { duplicate: 0.9, related: 0.65, relevant: 0.35 };

/**
 * Sentence vectors from a table of word vectors that ships in this package: no download, no server, tens of thousands
 * of short sentences a second. The table is read on first use.
 *
 * @example
 * const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
 */
export function staticEmbedder(options: StaticEmbedderOptions = {}): Embedder {
  const { path = bundledTable, calibration } = parseOptions(options, optionFields);
  let table: Table | undefined;
  const load = () => (table ??= Table.read(path));
  return {
    calibration: calibration ?? bundledCalibration,
    // Another table has another space.
    ...(path === bundledTable && { messages: messageDirections }),
    identity: async () => {
      const { name, revision, dimensions } = load().header;
      return { name, revision, dimensions, pooling: 'weighted-mean' };
    },
    embed: async (texts) => texts.map((text) => load().encode(text)),
  };
}
