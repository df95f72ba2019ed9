import type { Batch, Question, Row, Tables } from '@mneme/store/rows';
import type { Connection } from '../connection.ts';
import { sizeOf, Unmet, writeBatch } from './batch.ts';
import { locksOf, locksToRead, takeLocks } from './locks.ts';
import { askAll, type Places } from './questions.ts';

/** A transaction that has answered questions about a scope, and waits for the batch that they are asked for. */
interface Turn {
  /** Undefined: there is none. */
  go(batch: Batch | undefined): void;
  /** Whether the batch was written. */
  done: Promise<boolean>;
}

/** So long a turn waits for its batch. */
const turnMs = 250;
/** A larger one takes longer to send than its transaction may be silent. */
const mostRows = 1000;

class GivenUp {}

/**
 * Writers of one scope take turns: a read for a write locks the scope, and the write goes on in the same transaction. So no
 * other process writes in between, and neither has to read and decide again. A turn that is not used in time is given up,
 * and its write begins anew, which is why it still names what it expects.
 */
export class Turns {
  readonly #connection: Connection;
  readonly #tables: Tables;
  readonly #places: Places;
  readonly #waiting = new Map<string, Turn>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(connection: Connection, { tables, places }: { tables: Tables; places: Places }) {
    this.#connection = connection;
    this.#tables = tables;
    this.#places = places;
  }

  /** Undefined: this scope has a turn already, or the pool does not tell whether others wait for its connections. */
  read(scope: string, questions: readonly Question[]): Promise<Row[][]> | undefined {
    if (this.#waiting.has(scope) || (this.#connection.counts?.max ?? 0) < 2) return undefined;
    const answered = Promise.withResolvers<Row[][]>();
    const given = Promise.withResolvers<Batch | undefined>();
    const turn: Turn = {
      go: given.resolve,
      done: this.#take(scope, { questions, answered, given }),
    };
    this.#waiting.set(scope, turn);
    this.#running.add(turn.done);
    const late = () => this.#end(scope, turn);
    const timer = answered.promise.then(() => setTimeout(late, turnMs));
    turn.done
      .catch(answered.reject) // Whoever waits for the batch gets it too.
      .finally(async () => {
        this.#running.delete(turn.done);
        if (this.#waiting.get(scope) === turn) this.#waiting.delete(scope);
        clearTimeout(await timer);
      })
      .catch(() => {});
    return answered.promise;
  }

  /** Undefined: there is no turn for this batch. */
  write(scope: string, batch: Batch): Promise<boolean> | undefined {
    const turn = this.#waiting.get(scope);
    if (turn === undefined) return undefined;
    this.#waiting.delete(scope);
    const fits = sizeOf(batch) <= mostRows && locksOf(batch, this.#tables) !== undefined;
    turn.go(fits ? batch : undefined);
    return fits ? turn.done : undefined;
  }

  /** Another call needs a connection: whoever only waits gives his back. */
  makeRoom(): void {
    const { open = 0, idle = 0, max = 0 } = this.#connection.counts ?? {};
    if (idle === 0 && open >= max) this.#endAll();
  }

  async close(): Promise<void> {
    this.#endAll();
    await Promise.allSettled(this.#running);
  }

  #endAll(): void {
    for (const [scope, turn] of this.#waiting) this.#end(scope, turn);
  }

  #end(scope: string, turn: Turn): void {
    if (this.#waiting.get(scope) === turn) this.#waiting.delete(scope);
    turn.go(undefined);
  }

  async #take(
    scope: string,
    {
      questions,
      answered,
      given,
    }: {
      questions: readonly Question[];
      answered: PromiseWithResolvers<Row[][]>;
      given: PromiseWithResolvers<Batch | undefined>;
    },
  ): Promise<boolean> {
    const { schema } = this.#connection.settings;
    const toRead = locksToRead(scope, { questions, tables: this.#tables });
    let isAnswered = false;
    try {
      await this.#connection.write({ scope }, async (query) => {
        // The batch of a lost connection is written in another transaction.
        const held = isAnswered ? [] : toRead;
        if (!isAnswered) {
          const [, answers] = await Promise.all([
            takeLocks(query, toRead, { schema }),
            askAll(query, questions, this.#places),
          ]);
          isAnswered = true;
          answered.resolve(answers);
        }
        const batch = await given.promise;
        if (batch === undefined) throw new GivenUp();
        const locks = locksOf(batch, this.#tables) ?? [];
        await Promise.all([
          takeLocks(query, locks, { schema, held }),
          writeBatch(query, batch, this.#places),
        ]);
      });
      return true;
    } catch (error) {
      if (error instanceof Unmet || error instanceof GivenUp) return false;
      throw error;
    }
  }
}
