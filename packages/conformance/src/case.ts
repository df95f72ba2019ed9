/** One sentence of behaviour for every implementation of an interface. */
export interface ConformanceCase<
  Context,
  Need extends string = string,
  Tolerance extends string = string,
> {
  /** The method or the property of the interface that the sentence is about. */
  group: string;
  /** The sentence. */
  name: string;
  /** What the store must offer beyond the interface; otherwise the case is skipped with a reason. */
  needs?: readonly Need[];
  /** The declared inexactness with which the case still makes sense. */
  tolerance?: Tolerance;
  run(context: Context): Promise<void>;
}

/** The cases of a group, by their sentences: a function, or one with its requirements. */
export type CasesOf<Case extends { run: unknown }> = Record<
  string,
  Case['run'] | Omit<Case, 'group' | 'name'>
>;

/** A group of cases, with what all of them need. */
export type GroupOf<Need extends string> = string | { group: string; needs: readonly Need[] };

/** Cases of one group, written as a table of sentences. */
export function casesOf<Case extends { run: unknown; needs?: readonly string[] }>(
  of: GroupOf<NonNullable<Case['needs']>[number]>,
  cases: CasesOf<Case>,
): Case[] {
  const { group, needs: all } = typeof of === 'string' ? { group: of, needs: [] } : of;
  return Object.entries(cases).map(([name, each]) => {
    const { needs = [], ...more }: Partial<Case> =
      typeof each === 'function' ? ({ run: each } as Partial<Case>) : (each as Partial<Case>);
    return { group, name, needs: [...all, ...needs], ...more } as unknown as Case;
  });
}

/** What an implementation cannot do, each with the reason for the report. */
export type Lacks<Need extends string> = { readonly [name in Need]?: string };

/** Where an implementation is inexact by design, each with the reason for the report. */
export type Tolerances<Tolerance extends string> = {
  readonly [name in Tolerance]?: { why: string };
};

/** The two functions of a test runner: those of vitest and of node:test both fit. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  it: DeclareTest & { skip: DeclareTest };
}

/** The last argument is vitest's time limit in milliseconds; node:test has no limit of its own. */
type DeclareTest = (name: string, run: () => Promise<void>, limitMs: number) => unknown;

/** Of a case: on a slow machine, those that compare many answers take a while. */
const limitMs = 120_000;

/** What a backend lacks and tolerates, and how one of its cases runs. */
export interface DeclareOptions<Case, Need extends string, Tolerance extends string>
  extends TestRunner {
  lacks?: Lacks<Need>;
  tolerates?: Tolerances<Tolerance>;
  runCase(conformanceCase: Case): Promise<void>;
}

/**
 * Passes the cases to a test runner, one block for each group. Nothing is left out: a title says what is skipped or
 * tolerated, and why.
 */
export function declareCases<
  Need extends string,
  Tolerance extends string,
  Case extends Omit<ConformanceCase<never, Need, Tolerance>, 'run'>,
>(
  cases: readonly Case[],
  { describe, it, lacks = {}, tolerates = {}, runCase }: DeclareOptions<Case, Need, Tolerance>,
): void {
  for (const group of new Set(cases.map((each) => each.group))) {
    describe(group, () => {
      for (const each of cases.filter((one) => one.group === group)) {
        const { name, needs = [], tolerance } = each;
        const missing = needs.find((need) => lacks[need] !== undefined);
        const tolerated = tolerance && tolerates[tolerance];
        const notes = [
          ...(missing === undefined ? [] : [`skipped, no ${missing}: ${lacks[missing]}`]),
          ...(tolerated === undefined ? [] : [`tolerates ${tolerance}: ${tolerated.why}`]),
        ];
        const declare = missing === undefined ? it : it.skip;
        const title = notes.length === 0 ? name : `${name} [${notes.join('; ')}]`;
        declare(title, () => runCase(each), limitMs);
      }
    });
  }
}
