/** The command line cannot be understood: exit code 2. */
export class UsageError extends Error {
  /** The option or argument at fault. */
  readonly field?: string;

  constructor(message: string, { field }: { field?: string } = {}) {
    super(message);
    this.name = 'UsageError';
    this.field = field;
  }
}
