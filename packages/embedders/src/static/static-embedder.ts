import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Embedder,
  type EmbedderCalibration,
  type EmbedderIdentity,
  MnemeError,
} from '@mneme/core';
import type { MessageDirections } from '@mneme/core/contract';
import { type FieldsOf, parseOptions, parseText } from '@mneme/core/input';
import { bundledTable, bundledVectors, Table, TableError } from '@mneme/language/vectors';
import { Languages } from '@mneme/multilingual';
import { commonFields } from '../common-fields.ts';
import directions from './message-directions.json' with { type: 'json' };

/** Use another table or other thresholds. */
export interface StaticEmbedderOptions {
  /** Another table file. Default: the bundled one, with the words of ten more languages. */
  path?: string | URL;
  calibration?: EmbedderCalibration;
}

const optionFields = {
  path(value: unknown, field: string) {
    return value instanceof URL ? value : parseText(value, field);
  },
  calibration: commonFields.calibration,
} satisfies FieldsOf<StaticEmbedderOptions>;

/** At or above these cosines two texts count as the same, and as related; found on pairs of statements. */
const bundledCalibration: EmbedderCalibration = { duplicate: 0.9, related: 0.65, relevant: 0.35 };

/**
 * Sentence vectors from the bundled table of word vectors: no download, no server, tens of thousands
 * of short sentences a second. The table is read at first use, the words of another language at the first text in it.
 * @example
 * const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
 */
export function staticEmbedder(options: StaticEmbedderOptions = {}): Embedder {
  const { path = bundledTable, calibration } = parseOptions(options, optionFields);
  let encoder: Encoder | undefined;
  const load = () => (encoder ??= readEncoder(path));
  return {
    calibration: calibration ?? bundledCalibration,
    // Vectors of another table cannot be compared with these.
    ...(path === bundledTable && { messages: messageDirections() }),
    identity: async () => load().identity,
    embed: async (texts) => encodeEach(texts, load()),
  };
}

interface Encoder {
  identity: EmbedderIdentity;
  encode(text: string): Float32Array;
}

/** Characters that are encoded without a pause: some milliseconds of work. */
const together = 8192;

async function encodeEach(texts: readonly string[], encoder: Encoder): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let characters = 0;
  for (const text of texts) {
    characters += text.length;
    if (characters > together && vectors.length > 0) {
      await nextTurn();
      characters = text.length;
    }
    vectors.push(encoder.encode(text));
  }
  return vectors;
}

function readEncoder(path: string | URL): Encoder {
  return explained(() => {
    const table = path === bundledTable ? bundledVectors() : Table.read(path);
    const languages = path === bundledTable ? new Languages(table) : undefined;
    const { name, revision, dimensions } = table.header;
    const both = languages === undefined ? revision : `${revision}-${languages.revision}`;
    return {
      identity: { name, revision: both, dimensions, pooling: 'weighted-mean' },
      encode: (text) => explained(() => (languages ?? table).encode(text)),
    };
  });
}

/** An unreadable table file as an error of Mneme. */
function explained<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof TableError)) throw cause;
    const code = cause.cause === undefined ? 'invalid_input' : 'unavailable';
    throw new MnemeError(code, cause.message, { field: 'path', cause });
  }
}

/** Directions of the bundled table's space: small talk and general requests. */
function messageDirections(): MessageDirections {
  const numbers = (text: string) => text.split(' ').map(Number);
  const { base, smallTalk, general } = directions;
  return {
    base: base as [number, number],
    smallTalk: numbers(smallTalk),
    general: numbers(general),
  };
}
