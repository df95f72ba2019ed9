import {
  type EmbedderCalibration,
  type EmbedderIdentity,
  type Logger,
  type MessageDirections,
  MnemeError,
  referenceCalibration,
} from '../interfaces/index.ts';
import { embedWith, type KnownEmbedder } from './embed.ts';

/**
 * The vectors of one text, as a put has them: of the current embedder, and of the next one while the model is being
 * changed.
 */
export interface TextVectors {
  vector: Float32Array;
  nextVector: Float32Array | undefined;
}

/** The embedders of the vectors, as a request names them. */
export interface VectorOwners {
  embedder: EmbedderIdentity;
  nextEmbedder: EmbedderIdentity | undefined;
}

export interface Embedded {
  /** One for each text, in order. */
  vectors: TextVectors[];
  owners: VectorOwners;
}

/**
 * Embeds texts for a memory whose embedder may change while it is in use. During a change, writes get the vectors of
 * both embedders, and work that began with the old one is done again with the new one. The rest of the engine only puts
 * `vectors` into its writes and `owners` into its requests.
 */
export class Embedding {
  #current: KnownEmbedder | undefined;
  #next: (KnownEmbedder & { settled: Promise<void> }) | undefined;
  readonly #calibration: Partial<EmbedderCalibration> | undefined;
  readonly #logger: Logger;

  /** `calibration` replaces that of the embedder. */
  constructor(
    current: KnownEmbedder | undefined,
    { calibration, logger }: { calibration?: Partial<EmbedderCalibration>; logger: Logger },
  ) {
    this.#current = current;
    this.#calibration = calibration;
    this.#logger = logger;
  }

  /** Of the current embedder; absent if the memory has none. */
  get identity(): EmbedderIdentity | undefined {
    return this.#current?.identity;
  }

  get calibration(): EmbedderCalibration {
    return {
      ...(this.#current?.embedder.calibration ?? referenceCalibration),
      ...this.#calibration,
    };
  }

  /** Of the current embedder, if it has any. */
  get messages(): MessageDirections | undefined {
    return this.#current?.embedder.messages;
  }

  /** Vectors to search with. */
  async queries(texts: readonly string[], signal: AbortSignal | undefined): Promise<Embedded> {
    const current = this.#required();
    const vectors = await embedWith(current, texts, { kind: 'query', signal });
    return {
      vectors: vectors.map((vector) => ({ vector, nextVector: undefined })),
      owners: { embedder: current.identity, nextEmbedder: undefined },
    };
  }

  /**
   * Vectors to write. With `owners` they must be of those embedders, so that they can go into one write with others;
   * rejects with `embedder_mismatch` if the memory has another embedder by now.
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
    return {
      vectors: vectors.map((vector, index) => ({ vector, nextVector: nextVectors?.[index] })),
      owners: { embedder: current.identity, nextEmbedder: nextVectors && next?.identity },
    };
  }

  /** Whether the embedder that made these vectors is still the current one. */
  isCurrent({ embedder }: VectorOwners): boolean {
    return embedder === this.identity;
  }

  /**
   * Runs work that embeds and then calls the store. If the store has changed its embedder in between, and this memory
   * changed with it, the work runs again. A memory that was opened with only the old embedder gets the error.
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
   * While `work` runs, writes also get the vectors of `next`. `work` calls `adopt` once the store answers with `next`.
   * Rejects with `conflict` while another change is running.
   */
  async change<T>(next: KnownEmbedder, work: (adopt: () => void) => Promise<T>): Promise<T> {
    if (this.#next !== undefined) {
      throw new MnemeError(
        'conflict',
        'this memory is already changing to another embedder: wait for that call',
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

  /** A write must not fail because the next model does not answer yet: the text is embedded later. */
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
