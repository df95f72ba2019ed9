/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  /** The wrong option or argument. */
  readonly field?: string;

  constructor(message: string, { field }: { field?: string } = {}) {
    super(message);
    this.name = 'UsageError';
    this.field = field;
  }
}
