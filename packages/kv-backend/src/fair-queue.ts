/** Work of one tenant. */
export interface Job {
  tenant: string;
  work(): void;
}

/** One thread for many tenants: between two pieces of work of one tenant the others are answered. */
export class FairQueue {
  readonly #later: (work: () => void) => void;
  /** Tenants in the order of their turns. */
  readonly #waiting = new Map<string, Job[]>();
  #scheduled = false;
  #last: string | undefined;

  /** `later`: calls back when all other waiting work is done. */
  constructor({ later }: { later(work: () => void): void }) {
    this.#later = later;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  add(job: Job): void {
    const queue = this.#waiting.get(job.tenant);
    if (queue !== undefined) return void queue.push(job);
    this.#waiting.set(job.tenant, [job]);
    this.#schedule();
  }

  /** Work of this tenant ran at once, so the others come first. */
  note(tenant: string): void {
    this.#last = tenant;
  }

  /** Runs all added work to its end. */
  finish(): void {
    while (this.#waiting.size > 0) this.#next();
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.size === 0) return;
    this.#scheduled = true;
    this.#later(() => {
      this.#scheduled = false;
      this.#next();
      this.#schedule();
    });
  }

  #next(): void {
    const last = this.#last === undefined ? undefined : this.#waiting.get(this.#last);
    if (this.#last !== undefined && last !== undefined) {
      this.#waiting.delete(this.#last);
      this.#waiting.set(this.#last, last);
    }
    this.#last = undefined;
    const [tenant, queue] = this.#waiting.entries().next().value ?? [];
    if (tenant === undefined || queue === undefined) return;
    const job = queue.shift();
    // The tenant goes to the end of the queue.
    this.#waiting.delete(tenant);
    if (queue.length > 0) this.#waiting.set(tenant, queue);
    job?.work();
  }
}
