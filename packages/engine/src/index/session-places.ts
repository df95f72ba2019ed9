import type { MemoryRecord } from '../contract/index.ts';

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

  /** The record a number of turns after another one (-1: the one before it); -1 if unknown. */
  beside(place: number, distance: number): number {
    const { session, sequence } = (this.#records[place] as MemoryRecord).source;
    if (session === undefined || sequence === undefined) return -1;
    return this.#sessions.get(session)?.get(sequence + distance) ?? -1;
  }
}
