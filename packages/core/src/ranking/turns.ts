import type { MemoryRecord } from '@mneme/engine/contract';

/** Entries by their place in a session: what stands beside what. */
export class Turns<Entry> {
  readonly #sessions = new Map<string, Map<number, Entry>>();

  constructor(entries: readonly Entry[], recordOf: (entry: Entry) => MemoryRecord) {
    for (const entry of entries) {
      const { session, sequence } = recordOf(entry).source;
      if (session === undefined || sequence === undefined) continue;
      const turns = this.#sessions.get(session) ?? new Map<number, Entry>();
      turns.set(sequence, entry);
      this.#sessions.set(session, turns);
    }
  }

  /** The turns of each session by their sequence. */
  sessions(): Iterable<Map<number, Entry>> {
    return this.#sessions.values();
  }

  /** The turn that many places after the record's (-1: the one before it), where it is known. */
  beside({ source }: MemoryRecord, distance: number): Entry | undefined {
    if (source.session === undefined || source.sequence === undefined) return undefined;
    return this.#sessions.get(source.session)?.get(source.sequence + distance);
  }
}
