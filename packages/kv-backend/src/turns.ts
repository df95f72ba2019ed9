import type { Steps } from './store/steps.ts';

/** Work that takes turns with that of other tenants. */
export interface Job<Desk> {
  /** Jobs of one tenant are done one after the other. */
  tenant: string;
  /** `desk` is the job's own until the steps end. */
  begin(desk: Desk): Steps<unknown>;
  done(result: unknown): void;
  failed(error: unknown): void;
}

export interface TurnsOptions<Desk> {
  openDesk(): Desk;
  /** How many tenants have a job at work; each of them holds a desk. */
  desks: number;
  /** How long a turn is, at least one step. */
  turnMs: number;
  now(): number;
  /** Calls back when whatever else is waiting has been answered. */
  later(work: () => void): void;
}

/**
 * One thread, many tenants: each has one job at work, and after a short turn the next one's goes on. Who asks for much
 * waits for it; who asks for little behind it waits one turn for each tenant that is at work.
 */
export class Turns<Desk> {
  readonly #options: TurnsOptions<Desk>;
  /** In the order in which tenants came. */
  readonly #waiting = new Map<string, Job<Desk>[]>();
  readonly #working: { job: Job<Desk>; desk: Desk; steps: Steps<unknown> }[] = [];
  readonly #desks: Desk[] = [];
  #scheduled = false;

  constructor(options: TurnsOptions<Desk>) {
    this.#options = options;
  }

  add(job: Job<Desk>): void {
    const queue = this.#waiting.get(job.tenant);
    if (queue === undefined) this.#waiting.set(job.tenant, [job]);
    else queue.push(job);
    this.#schedule();
  }

  /** All that was added, to its end. */
  finish(): void {
    while (this.#turn());
  }

  /** Those that are free, to be closed. */
  takeDesks(): Desk[] {
    return this.#desks.splice(0);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#options.later(() => {
      this.#scheduled = false;
      if (this.#turn()) this.#schedule();
    });
  }

  /** Whether anything is left to do. */
  #turn(): boolean {
    this.#beginWaiting();
    const current = this.#working.shift();
    if (current === undefined) return false;
    const { job, desk, steps } = current;
    const { now, turnMs } = this.#options;
    const end = now() + turnMs;
    try {
      let step = steps.next();
      while (!step.done && now() < end) step = steps.next();
      if (step.done) job.done(step.value);
      else this.#working.push(current);
      if (step.done) this.#desks.push(desk);
    } catch (error) {
      this.#desks.push(desk);
      job.failed(error);
    }
    return this.#working.length > 0 || this.#waiting.size > 0;
  }

  /** One of each tenant, as long as desks are free. */
  #beginWaiting(): void {
    for (const [tenant, queue] of this.#waiting) {
      if (this.#working.length >= this.#options.desks) return;
      if (this.#working.some(({ job }) => job.tenant === tenant)) continue;
      const job = queue.shift() as Job<Desk>;
      // Behind the others for the next one.
      this.#waiting.delete(tenant);
      if (queue.length > 0) this.#waiting.set(tenant, queue);
      try {
        const desk = this.#desks.pop() ?? this.#options.openDesk();
        this.#working.push({ job, desk, steps: job.begin(desk) });
      } catch (error) {
        job.failed(error);
      }
    }
  }
}
