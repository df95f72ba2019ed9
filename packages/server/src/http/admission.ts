/** A request that is at work. */
export interface Slot {
  /** Whether there is room for one more of this key. Asked once, when the key is known. */
  admit(key: string): boolean;
  /** The answer is there. Without a key it is short, so it counts no longer. */
  answered(): void;
  /** The request is at work no more. May be called again. */
  leave(): void;
}

/** Of a key that has less at work than this, requests also get the places that are kept in reserve. */
const little = 4;

/**
 * How many requests are at work, of one key and of all. The last quarter of the places is kept for keys that have
 * little at work, so that no few keys can lock out the others.
 */
export class Admission {
  readonly #all: number;
  readonly #perKey: number;
  readonly #ofKey = new Map<string, number>();
  #knocking = 0;
  #working = 0;

  constructor({ all, perKey }: { all: number; perKey: number }) {
    this.#all = all;
    this.#perKey = perKey;
  }

  /** Undefined where as many as may be at work are still waiting for their keys to be looked up. */
  enter(): Slot | undefined {
    if (this.#knocking >= this.#all) return undefined;
    this.#knocking += 1;
    let state: 'knocking' | 'working' | 'left' = 'knocking';
    let own = '';
    const answered = () => {
      if (state !== 'knocking') return;
      this.#knocking -= 1;
      state = 'left';
    };
    return {
      admit: (key) => {
        const held = this.#ofKey.get(key) ?? 0;
        const places = held < little ? this.#all : this.#all - Math.floor(this.#all / 4);
        if (held >= this.#perKey || this.#working >= places) return false;
        this.#knocking -= 1;
        this.#working += 1;
        this.#ofKey.set(key, held + 1);
        [state, own] = ['working', key];
        return true;
      },
      answered,
      leave: () => {
        answered();
        if (state === 'working') {
          this.#working -= 1;
          const held = (this.#ofKey.get(own) ?? 1) - 1;
          if (held > 0) this.#ofKey.set(own, held);
          else this.#ofKey.delete(own);
        }
        state = 'left';
      },
    };
  }
}
