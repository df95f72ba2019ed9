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

type DeclareTest = (name: string, run: () => Promise<void>) => unknown;

export interface PlannedCase {
  group: string;
  /** The sentence, followed by what is skipped or tolerated and why. */
  title: string;
  /** Why it does not run. Absent: it runs. */
  skipped?: string;
  run(): Promise<void>;
}

export interface PlanOptions<Context, Need extends string, Tolerance extends string> {
  lacks: Lacks<Need>;
  tolerates: Tolerances<Tolerance>;
  runCase(conformanceCase: ConformanceCase<Context, Need, Tolerance>): Promise<void>;
}

/** Says of each case whether it runs and under which name. Nothing is left out. */
export function planCases<Context, Need extends string, Tolerance extends string>(
  cases: readonly ConformanceCase<Context, Need, Tolerance>[],
  { lacks, tolerates, runCase }: PlanOptions<Context, Need, Tolerance>,
): PlannedCase[] {
  return cases.map((conformanceCase) => {
    const { group, name, needs = [], tolerance } = conformanceCase;
    const missing = needs.find((need) => lacks[need] !== undefined);
    const skipped = missing === undefined ? undefined : `no ${missing}: ${lacks[missing]}`;
    const tolerated = tolerance === undefined ? undefined : tolerates[tolerance]?.why;
    const notes = [
      ...(skipped === undefined ? [] : [`skipped, ${skipped}`]),
      ...(tolerated === undefined ? [] : [`tolerates ${tolerance}: ${tolerated}`]),
    ];
    return {
      group,
      title: notes.length === 0 ? name : `${name} [${notes.join('; ')}]`,
      ...(skipped === undefined ? {} : { skipped }),
      run: () => runCase(conformanceCase),
    };
  });
}

/** Passes the cases to a test runner, one block for each group. */
export function declareCases(plan: readonly PlannedCase[], { describe, it }: TestRunner): void {
  for (const group of new Set(plan.map((planned) => planned.group))) {
    describe(group, () => {
      for (const planned of plan) {
        if (planned.group !== group) continue;
        const declare = planned.skipped === undefined ? it : it.skip;
        declare(planned.title, planned.run);
      }
    });
  }
}

/** What came of one case. */
export type CaseOutcome =
  | { outcome: 'passed' }
  | { outcome: 'failed'; error: unknown }
  | { outcome: 'skipped'; reason: string };

/** The outcome of one case, with the failure or the reason of a skip. */
export type CaseResult = CaseOutcome & { group: string; title: string };

/** Runs the cases one after another without a test runner. A failing case does not stop the others. */
export async function runCases(plan: readonly PlannedCase[]): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const { group, title, skipped, run } of plan) {
    results.push({ group, title, ...(await outcomeOf(run, skipped)) });
  }
  return results;
}

async function outcomeOf(
  run: () => Promise<void>,
  skipped: string | undefined,
): Promise<CaseOutcome> {
  if (skipped !== undefined) return { outcome: 'skipped', reason: skipped };
  try {
    await run();
    return { outcome: 'passed' };
  } catch (error) {
    return { outcome: 'failed', error };
  }
}
