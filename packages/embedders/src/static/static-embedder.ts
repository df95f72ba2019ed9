import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Embedder, type EmbedderCalibration, MnemeError } from '@mneme/core';
import { type FieldsOf, parseOptions, parseText } from '@mneme/core/input';
import { bundledTable, bundledVectors, Table, TableError } from '@mneme/language/vectors';
import { commonFields } from '../common-fields.ts';
import { messageDirections } from './message-directions.ts';

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

/** From these cosines on two texts are taken for one, and for related; found on pairs of statements. */
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
  const load = () => (table ??= readTable(path));
  return {
    calibration: calibration ?? bundledCalibration,
    // Another table has another space.
    ...(path === bundledTable && { messages: messageDirections }),
    identity: async () => {
      const { name, revision, dimensions } = load().header;
      return { name, revision, dimensions, pooling: 'weighted-mean' };
    },
    embed: async (texts) => encodeEach(texts, load()),
  };
}

/** So many characters are encoded without a pause: some milliseconds of work. */
const together = 8192;

async function encodeEach(texts: readonly string[], table: Table): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let characters = 0;
  for (const text of texts) {
    characters += text.length;
    if (characters > together && vectors.length > 0) {
      await nextTurn();
      characters = text.length;
    }
    vectors.push(table.encode(text));
  }
  return vectors;
}

function readTable(path: string | URL): Table {
  try {
    return path === bundledTable ? bundledVectors() : Table.read(path);
  } catch (cause) {
    if (!(cause instanceof TableError)) throw cause;
    const code = cause.cause === undefined ? 'invalid_input' : 'unavailable';
    throw new MnemeError(code, cause.message, { field: 'path', cause });
  }
}
