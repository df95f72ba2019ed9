/** Work that is done after a moment, unless it is cancelled. */
export class Later {
  readonly #waiting = new Map<string, { run: () => Promise<void>; callOff: () => void }>();
  readonly #start: (delayMs: number, run: () => void) => () => void;
  readonly #onError: (error: unknown) => void;

  constructor(options: {
    start?: (delayMs: number, run: () => void) => () => void;
    onError: (error: unknown) => void;
  }) {
    this.#start = options.start ?? startTimer;
    this.#onError = options.onError;
  }

  /** Schedules work under a name. Work that is already waiting under that name stays. */
  add(name: string, delayMs: number, run: () => Promise<void>): void {
    if (this.#waiting.has(name)) return;
    const callOff = this.#start(delayMs, () => void this.#run(name));
    this.#waiting.set(name, { run, callOff });
  }

  has(name: string): boolean {
    return this.#waiting.has(name);
  }

  /** False: it was done already. */
  callOff(name: string): boolean {
    this.#waiting.get(name)?.callOff();
    return this.#waiting.delete(name);
  }

  /** Does all waiting work now. */
  async finish(): Promise<void> {
    for (const [name, { callOff }] of this.#waiting) {
      callOff();
      await this.#run(name);
    }
  }

  async #run(name: string): Promise<void> {
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    await waiting?.run().catch(this.#onError);
  }
}

function startTimer(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
