/** Work of one tenant. */
export interface Job {
  tenant: string;
  work(): void;
}

/** One thread, many tenants: who asks for much waits for it, and each of the others is answered in between. */
export class Turns {
  readonly #later: (work: () => void) => void;
  /** In the order in which tenants come next. */
  readonly #waiting = new Map<string, Job[]>();

  /** `later`: calls back when whatever else is waiting has been answered. */
  constructor({ later }: { later(work: () => void): void }) {
    this.#later = later;
  }

  add(job: Job): void {
    const queue = this.#waiting.get(job.tenant);
    if (queue !== undefined) return void queue.push(job);
    this.#waiting.set(job.tenant, [job]);
    if (this.#waiting.size === 1) this.#later(() => this.#next());
  }

  /** All that was added, to its end. */
  finish(): void {
    while (this.#waiting.size > 0) this.#turn();
  }

  #next(): void {
    this.#turn();
    if (this.#waiting.size > 0) this.#later(() => this.#next());
  }

  #turn(): void {
    const [tenant, queue] = this.#waiting.entries().next().value ?? [];
    if (tenant === undefined || queue === undefined) return;
    const job = queue.shift();
    // Behind the others for the next one.
    this.#waiting.delete(tenant);
    if (queue.length > 0) this.#waiting.set(tenant, queue);
    job?.work();
  }
}
