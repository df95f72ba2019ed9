import type { MemoryRecord } from '@mneme/contract';

const none: readonly number[] = [];

/** Which of some records are next to each other in their sessions. Records are named by their place in a list. */
export class SessionPlaces {
  readonly #sessions = new Map<string, Map<number, number>>();
  readonly #records: readonly MemoryRecord[];

  constructor(records: readonly MemoryRecord[]) {
    this.#records = records;
    for (const [place, record] of records.entries()) {
      const { session, sequence } = record.source;
      if (session === undefined || sequence === undefined) continue;
      const turns = this.#sessions.get(session);
      if (turns === undefined) this.#sessions.set(session, new Map([[sequence, place]]));
      else turns.set(sequence, place);
    }
  }

  /** The turns of each session, by their sequence. */
  sessions(): Iterable<ReadonlyMap<number, number>> {
    return this.#sessions.values();
  }

  /** The turns directly before and after a record that are known. */
  around(place: number): readonly number[] {
    const { session, sequence } = (this.#records[place] as MemoryRecord).source;
    if (session === undefined || sequence === undefined) return none;
    const turns = this.#sessions.get(session);
    const before = turns?.get(sequence - 1);
    const after = turns?.get(sequence + 1);
    if (before === undefined) return after === undefined ? none : [after];
    return after === undefined ? [before] : [before, after];
  }
}
