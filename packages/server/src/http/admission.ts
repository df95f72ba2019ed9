/** An active request. */
export interface Slot {
  /** Whether there is room for one more of this key. Asked once, when the key is known. */
  admit(key: string): boolean;
  /** The answer is ready. Without a key it is short, so it no longer counts. */
  answered(): void;
  /** The request has ended. May be called again. */
  leave(): void;
}

/** Keys with fewer active requests than this may also use the reserve. */
const little = 4;

/**
 * Counts active requests, of each key and in total. The last quarter of the places is reserved for keys with few active
 * requests, so that a few keys cannot lock out the others.
 */
export class Admission {
  readonly #limits: { all: number; perKey: number };
  readonly #ofKey = new Map<string, number>();
  #waiting = 0;
  #working = 0;

  constructor(limits: { all: number; perKey: number }) {
    this.#limits = limits;
  }

  /** Undefined if too many requests are still waiting for their keys to be looked up. */
  enter(): Slot | undefined {
    const { all, perKey } = this.#limits;
    if (this.#waiting >= all) return undefined;
    this.#waiting += 1;
    let state: 'waiting' | 'working' | 'left' = 'waiting';
    let own = '';
    const answered = () => {
      if (state !== 'waiting') return;
      this.#waiting -= 1;
      state = 'left';
    };
    return {
      admit: (key) => {
        const active = this.#ofKey.get(key) ?? 0;
        const places = active < little ? all : all - Math.floor(all / 4);
        if (active >= perKey || this.#working >= places) return false;
        this.#waiting -= 1;
        this.#working += 1;
        this.#ofKey.set(key, active + 1);
        [state, own] = ['working', key];
        return true;
      },
      answered,
      leave: () => {
        answered();
        if (state === 'working') {
          this.#working -= 1;
          const active = (this.#ofKey.get(own) ?? 1) - 1;
          if (active > 0) this.#ofKey.set(own, active);
          else this.#ofKey.delete(own);
        }
        state = 'left';
      },
    };
  }
}

/** Sign-in forms at once. */
const mostSignIns = 32;

/**
 * Sign-in forms, the only bodies that are read before a key is known. They take no place of a key: one too many ends the
 * one that has waited longest.
 */
export class SignIns {
  /** What ends each, longest waiting first. */
  readonly #waiting = new Set<() => void>();

  enter(end: () => void): Slot {
    const [longest] = this.#waiting;
    if (this.#waiting.size >= mostSignIns && longest !== undefined) {
      this.#waiting.delete(longest);
      longest();
    }
    this.#waiting.add(end);
    const leave = () => void this.#waiting.delete(end);
    return { admit: () => true, answered: leave, leave };
  }
}
