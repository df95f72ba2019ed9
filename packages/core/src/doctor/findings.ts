import type { Finding, FindingExample, FindingKind } from './api.ts';
import { severities } from './rules.ts';

/** Counts findings, with the first ones of each kind as examples. */
export class Findings {
  readonly #found = new Map<FindingKind, Finding>();
  readonly #examples: number;

  constructor(examples: number) {
    this.#examples = examples;
  }

  add(kind: FindingKind, example: FindingExample, { fixable = false } = {}): void {
    const finding = this.#found.get(kind) ?? {
      kind,
      severity: severities[kind],
      count: 0,
      fixable: 0,
      examples: [],
    };
    this.#found.set(kind, finding);
    finding.count += 1;
    if (fixable) finding.fixable += 1;
    if (finding.examples.length < this.#examples) finding.examples.push(example);
  }

  get fixable(): number {
    return this.all.reduce((sum, { fixable }) => sum + fixable, 0);
  }

  /** In the order of a report. */
  get all(): Finding[] {
    return (Object.keys(severities) as FindingKind[]).flatMap(
      (kind) => this.#found.get(kind) ?? [],
    );
  }
}
