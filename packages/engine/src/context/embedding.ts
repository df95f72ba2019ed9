import {
  type EmbedderCalibration,
  type EmbedderIdentity,
  type Logger,
  type MessageDirections,
  MnemeError,
  referenceCalibration,
} from '../contract/index.ts';
import { embedWith, type KnownEmbedder } from './embed.ts';

/** The vectors of one text, as a put has them: of the embedder that answers, and of the one that is to follow it. */
export interface TextVectors {
  vector: Float32Array;
  nextVector: Float32Array | undefined;
}

/** Whose vectors they are, as a request says it. */
export interface VectorOwners {
  embedder: EmbedderIdentity;
  nextEmbedder: EmbedderIdentity | undefined;
}

export interface Embedded {
  /** One a text, in order. */
  vectors: TextVectors[];
  owners: VectorOwners;
}

/**
 * Who embeds. The embedder of a memory may change while it is in use: what is written meanwhile gets the vectors of
 * both, and work that was begun with the old one is done again with the new one. All of that is here; the rest of the
 * engine puts `vectors` into what it writes, and `owners` into its requests.
 */
export class Embedding {
  #current: KnownEmbedder | undefined;
  #next: (KnownEmbedder & { settled: Promise<void> }) | undefined;
  readonly #calibration: Partial<EmbedderCalibration> | undefined;
  readonly #logger: Logger;

  /** `calibration` takes the place of the embedder's own, whichever it is. */
  constructor(
    current: KnownEmbedder | undefined,
    { calibration, logger }: { calibration?: Partial<EmbedderCalibration>; logger: Logger },
  ) {
    this.#current = current;
    this.#calibration = calibration;
    this.#logger = logger;
  }

  /** Of the embedder that answers; absent where the memory has none. */
  get identity(): EmbedderIdentity | undefined {
    return this.#current?.identity;
  }

  get calibration(): EmbedderCalibration {
    return {
      ...(this.#current?.embedder.calibration ?? referenceCalibration),
      ...this.#calibration,
    };
  }

  /** Of the embedder that answers, where it knows them. */
  get messages(): MessageDirections | undefined {
    return this.#current?.embedder.messages;
  }

  /** Vectors to search with. */
  async queries(texts: readonly string[], signal: AbortSignal | undefined): Promise<Embedded> {
    const current = this.#required();
    const vectors = await embedWith(current, texts, { kind: 'query', signal });
    return embedded(current, { vectors });
  }

  /**
   * Vectors to write. With `owners` they are of the same embedders, so that they may go into one write with others;
   * rejects with `embedder_mismatch` where the memory has another one by now.
   */
  async passages(
    texts: readonly string[],
    { signal, owners }: { signal?: AbortSignal; owners?: VectorOwners },
  ): Promise<Embedded> {
    const current = this.#required();
    if (owners !== undefined && !this.isCurrent(owners)) {
      throw new MnemeError(
        'embedder_mismatch',
        'the embedder was changed while a write was decided',
        { field: 'embedder' },
      );
    }
    const next =
      owners === undefined || owners.nextEmbedder === this.#next?.identity ? this.#next : undefined;
    const [vectors, nextVectors] = await Promise.all([
      embedWith(current, texts, { kind: 'passage', signal }),
      next && this.#forNext(next, texts, signal),
    ]);
    return embedded(current, { vectors, next, nextVectors });
  }

  /** Whether the embedder that made these vectors still is the one that answers. */
  isCurrent({ embedder }: VectorOwners): boolean {
    return embedder === this.identity;
  }

  /**
   * Runs work that embeds and then asks the store. Where the store has changed its embedder in between, and this memory
   * has changed with it, the work runs again; a memory that was opened with the old embedder alone gets the error.
   */
  async follow<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const { identity } = this;
      try {
        return await work();
      } catch (error) {
        if (!MnemeError.isInstance(error) || error.code !== 'embedder_mismatch') throw error;
        if (this.identity === identity) await this.#next?.settled;
        if (this.identity === identity) throw error;
      }
    }
  }

  /**
   * While `work` runs, what is written gets the vectors of `next` too. `work` calls `adopt` when the store answers with
   * them. Rejects with `conflict` while another change is under way.
   */
  async change<T>(next: KnownEmbedder, work: (adopt: () => void) => Promise<T>): Promise<T> {
    if (this.#next !== undefined) {
      throw new MnemeError(
        'conflict',
        'this memory is being changed over to another embedder already: wait for that call',
        { field: 'embedder' },
      );
    }
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    const started = { ...next, settled };
    this.#next = started;
    const end = () => {
      if (this.#next === started) this.#next = undefined;
      settle();
    };
    try {
      return await work(() => {
        this.#current = next;
        end();
      });
    } finally {
      end();
    }
  }

  #required(): KnownEmbedder {
    if (this.#current !== undefined) return this.#current;
    throw new MnemeError('embedder_required', [
      {
        field: 'embedder',
        problem: 'is missing, and this call needs one',
        advice: 'give one to createMemory',
      },
    ]);
  }

  /** A write must not fail for a model that does not answer queries yet: the text is embedded later. */
  async #forNext(
    next: KnownEmbedder,
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[] | undefined> {
    try {
      return await embedWith(next, texts, { kind: 'passage', signal });
    } catch (error) {
      this.#logger.warn('could not embed for the space that is being built; it is done later', {
        error,
      });
      return undefined;
    }
  }
}

function embedded(
  { identity }: KnownEmbedder,
  {
    vectors,
    next,
    nextVectors,
  }: { vectors: Float32Array[]; next?: KnownEmbedder; nextVectors?: Float32Array[] },
): Embedded {
  return {
    vectors: vectors.map((vector, index) => ({ vector, nextVector: nextVectors?.[index] })),
    owners: { embedder: identity, nextEmbedder: nextVectors && next?.identity },
  };
}
