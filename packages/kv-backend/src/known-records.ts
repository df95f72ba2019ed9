import type { ListRequest, ListResponse, MemoryRecord, SearchResponse } from '@mneme/core/contract';
import type { OperationName } from './operations.ts';

/** An answer whose records are replaced by numbers, since a thread copies objects slowly and most of them were sent before. */
export interface NumberedAnswer {
  answer: Omit<SearchResponse, 'candidates'> | Omit<ListResponse, 'records'>;
  numbers: number[];
  /** Those that were not sent before. The first of them has the number `from`; 0: all sent before are forgotten. */
  fresh: MemoryRecord[];
  from: number;
  /** Of a search, what stands beside each record. */
  beside?: Omit<SearchResponse['candidates'][number], 'record'>[];
}

/** Bytes of texts and the rest of records that the other side keeps at most. */
const keptBytes = 8 * 1024 * 1024;
const recordBytes = 600;

/** Whether the answer has records that the worker keeps, and hands out as they are. */
export function hasKeptRecords(operation: OperationName, [request]: readonly unknown[]): boolean {
  return (
    operation === 'search' || (operation === 'list' && (request as ListRequest).readOnly === true)
  );
}

/** The side of the worker. */
export class SentRecords {
  #numbers = new WeakMap<MemoryRecord, number>();
  #next = 0;
  #bytes = 0;

  pack(result: SearchResponse | ListResponse): NumberedAnswer {
    if (this.#bytes > keptBytes) {
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
    const beside = candidates.map(({ length, found }) => ({ length, found }));
    return { answer, numbers, fresh, from, beside };
  }
}

/** The side of the caller. Nobody may change what it hands out. */
export class ReceivedRecords {
  #records: MemoryRecord[] = [];

  unpack({ answer, numbers, fresh, from, beside }: NumberedAnswer): SearchResponse | ListResponse {
    this.#records.length = from;
    for (const record of fresh) this.#records.push(record);
    const records = numbers.map((number) => this.#records[number] as MemoryRecord);
    if (beside === undefined) return { ...answer, records };
    const candidates = beside.map(({ length, found }, at) => ({
      record: records[at] as MemoryRecord,
      length,
      found,
    }));
    return { ...(answer as Omit<SearchResponse, 'candidates'>), candidates };
  }
}
