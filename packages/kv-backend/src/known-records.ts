import type {
  Candidate,
  Found,
  ListRequest,
  ListResponse,
  MemoryRecord,
  SearchResponse,
} from '@mneme/core/contract';
import type { OperationName } from './operations.ts';

/**
 * An answer with numbers instead of records, because copying objects between threads is slow and most records were sent
 * before.
 */
export interface NumberedAnswer {
  answer: Omit<SearchResponse, 'candidates'> | Omit<ListResponse, 'records'>;
  numbers: number[];
  /**
   * Records that were not sent before. The first of them has the number `from`; 0: forget all that were sent before.
   */
  fresh: MemoryRecord[];
  from: number;
  /** The rest of a search's answer. */
  beside?: { lengths: number[]; found: NumberedFound[] };
}

/** What one query found about all records, in arrays of numbers, which are copied between threads as a whole. */
interface NumberedFound {
  /** 1: found by the dense arm; 2: by the lexical one. */
  arms: Uint8Array;
  similarities: Float64Array;
  /** All terms of the first record, then of the second. */
  frequencies: Uint32Array;
}

/** Maximum bytes that the other side caches. */
const cachedBytes = 8 * 1024 * 1024;
const recordBytes = 600;

/** Whether the answer has records that the worker caches and shares. */
export function hasCachedRecords(operation: OperationName, [request]: readonly unknown[]): boolean {
  return (
    operation === 'search' || (operation === 'list' && (request as ListRequest).readOnly === true)
  );
}

/** The worker's side. */
export class SentRecords {
  #numbers = new WeakMap<MemoryRecord, number>();
  #next = 0;
  #bytes = 0;

  pack(result: SearchResponse | ListResponse): NumberedAnswer {
    if (this.#bytes > cachedBytes) {
      this.#numbers = new WeakMap();
      this.#next = 0;
      this.#bytes = 0;
    }
    const from = this.#next;
    const fresh: MemoryRecord[] = [];
    const numberOf = (record: MemoryRecord) => {
      const known = this.#numbers.get(record);
      if (known !== undefined) return known;
      this.#numbers.set(record, this.#next);
      this.#bytes += recordBytes + record.content.length * 2;
      fresh.push(record);
      return this.#next++;
    };
    if ('records' in result) {
      const { records, ...answer } = result;
      return { answer, numbers: records.map(numberOf), fresh, from };
    }
    const { candidates, ...answer } = result;
    const numbers = candidates.map(({ record }) => numberOf(record));
    const lengths = candidates.map(({ length }) => length);
    const found = result.statistics.map((_, query) => packFound(candidates, query));
    return { answer, numbers, fresh, from, beside: { lengths, found } };
  }
}

function packFound(candidates: readonly Candidate[], query: number): NumberedFound {
  const terms = candidates[0]?.found[query]?.termFrequencies.length ?? 0;
  const packed: NumberedFound = {
    arms: new Uint8Array(candidates.length),
    similarities: new Float64Array(candidates.length),
    frequencies: new Uint32Array(candidates.length * terms),
  };
  for (const [at, { found }] of candidates.entries()) {
    const { arms, similarity = 0, termFrequencies } = found[query] as Found;
    packed.arms[at] = (arms.dense ? 1 : 0) + (arms.lexical ? 2 : 0);
    packed.similarities[at] = similarity;
    packed.frequencies.set(termFrequencies, at * terms);
  }
  return packed;
}

function unpackFound({ arms, similarities, frequencies }: NumberedFound): Found[] {
  const terms = arms.length === 0 ? 0 : frequencies.length / arms.length;
  return Array.from(arms, (armed, at): Found => {
    const termFrequencies: number[] = [];
    for (let term = at * terms; term < (at + 1) * terms; term++)
      termFrequencies.push(frequencies[term] as number);
    const dense = (armed & 1) !== 0;
    const found: Found = { arms: { dense, lexical: (armed & 2) !== 0 }, termFrequencies };
    if (dense) found.similarity = similarities[at] as number;
    return found;
  });
}

/** The caller's side. The records that it returns are shared, so nobody may change them. */
export class ReceivedRecords {
  #records: MemoryRecord[] = [];

  unpack({ answer, numbers, fresh, from, beside }: NumberedAnswer): SearchResponse | ListResponse {
    this.#records.length = from;
    for (const record of fresh) this.#records.push(record);
    const records = numbers.map((number) => this.#records[number] as MemoryRecord);
    if (beside === undefined) return { ...answer, records };
    const found = beside.found.map(unpackFound);
    const candidates = records.map((record, at) => ({
      record,
      length: beside.lengths[at] as number,
      found: found.map((each) => each[at] as Found),
    }));
    return { ...(answer as Omit<SearchResponse, 'candidates'>), candidates };
  }
}
