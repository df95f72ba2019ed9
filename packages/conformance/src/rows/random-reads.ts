import {
  type Cell,
  inFull,
  type LookUpQuestion,
  type Question,
  type RangeQuestion,
  type Row,
  type Rows,
  type Table,
} from '@mneme/store/rows';
import { times } from '../model/chance.ts';
import { type RowsWorld, scopes } from './world.ts';

/** A question, and what it is about. */
interface Made {
  question: Question;
  of: readonly string[];
  table: Table;
  known: readonly Row[];
}

const isRange = ({ question }: Made): RangeQuestion | undefined =>
  'is' in question ? question : undefined;
const isLookUp = ({ question }: Made): LookUpQuestion | undefined =>
  'any' in question ? question : undefined;
const textOf = (values: unknown) => JSON.stringify(values);

/** How many rows a list finds, about. */
const foundBy = ({ of, known }: Made, list: readonly Cell[]) =>
  known.filter((row) => list.every((value, at) => row[of[at] as string] === value)).length;

/** Each has its turn, so that no kind of question is left out. */
const aims: Readonly<Record<string, (made: Made) => boolean>> = {
  'looks up whole keys': (made) =>
    made.question.index === undefined && isLookUp(made)?.any[0]?.length === made.of.length,
  'looks up the first columns of a key': (made) =>
    made.question.index === undefined && (isLookUp(made)?.any[0]?.length ?? 9) < made.of.length,
  'finds several rows by one list of an index': (made) =>
    made.question.index !== undefined &&
    isLookUp(made)?.any.some((list) => foundBy(made, list) > 1) === true,
  'repeats a list': (made) => {
    const lists = isLookUp(made)?.any.filter((list) => foundBy(made, list) > 0) ?? [];
    return new Set(lists.map(textOf)).size < lists.length;
  },
  'looks up null': (made) => isLookUp(made)?.any.some((list) => list.includes(null)) === true,
  'looks up nothing': (made) => isLookUp(made)?.any.length === 0,
  'asks for all rows of an index': (made) =>
    made.question.index !== undefined && isRange(made)?.is.length === 0,
  'asks for the rows with one value': (made) =>
    isRange(made)?.is.length === 1 && foundBy(made, isRange(made)?.is ?? []) > 1,
  'has a bound of one column before others': (made) => {
    const range = isRange(made);
    return range?.after?.length === 1 && inFull(made.of, made.table).length > range.is.length + 1;
  },
  'has a bound that reaches into the key': (made) => {
    const range = isRange(made);
    return (range?.after?.length ?? 0) + (range?.is.length ?? 0) > made.of.length;
  },
  'has both bounds': (made) => isRange(made)?.after !== undefined && !!isRange(made)?.before,
  'has an upper bound, from the end': (made) => !!isRange(made)?.before && !!isRange(made)?.reverse,
  'has a lower bound, from the end': (made) => !!isRange(made)?.after && !!isRange(made)?.reverse,
  'is limited behind a bound': (made) => !!isRange(made)?.limit && !!isRange(made)?.after,
  'is limited from the end': (made) => !!isRange(made)?.limit && !!isRange(made)?.reverse,
  'is limited to nothing': (made) => isRange(made)?.limit === 0,
  'asks for some columns': ({ question }) => question.columns !== undefined,
};

/** One to four questions, of one scope or of all. */
export async function randomRead(
  world: RowsWorld,
  reference: Rows,
): Promise<{ scope?: string; questions: Question[] }> {
  const known = new Map<string, Row[]>();
  for (const name of Object.keys(world.tables))
    known.set(name, await world.rowsOf(reference, name));
  const scope = world.random() < 0.4 ? world.one(scopes) : undefined;
  const questions = times(1 + world.below(4), () => {
    const make = () => randomQuestion(world, { known, scope });
    return world.inTurn('a question', aims, make).question;
  });
  return { ...(scope !== undefined && { scope }), questions };
}

function randomQuestion(
  world: RowsWorld,
  { known, scope }: { known: ReadonlyMap<string, Row[]>; scope: string | undefined },
): Made {
  const { name, table } = world.table();
  const isOwn = table.key[0] === 'scope' && scope !== undefined;
  const possible = Object.entries(table.indexes).filter(([, of]) => !isOwn || of[0] === 'scope');
  const [index, of] = world.random() < 0.3 ? [undefined, table.key] : world.one(possible);
  const own = (known.get(name) ?? []).filter((row) => !isOwn || row.scope === scope);
  /** Mostly those of a row that is there. */
  const valuesFor = (columns: readonly string[]): Cell[] => {
    const cells = world.cells(table, columns);
    const row = own.length > 0 && world.random() < 0.8 ? world.one(own) : undefined;
    const values = row === undefined ? cells : columns.map((column) => row[column] ?? null);
    return values.map((value, at) => (isOwn && columns[at] === 'scope' ? (scope ?? null) : value));
  };
  const question = {
    table: name,
    ...(index !== undefined && { index }),
    ...world.maybe(0.3, () => ({
      columns: world.shuffled(Object.keys(table.columns)).slice(0, 1 + world.below(3)),
    })),
  };
  const made = { of, table, known: own };
  if (world.random() < 0.4) {
    const first = of.slice(0, 1 + world.below(of.length));
    const lists = times(world.below(6), () => valuesFor(first));
    const any = [...lists, ...world.some(lists, 0.2)];
    return { ...made, question: { ...question, any } };
  }
  const is = valuesFor(
    of.slice(0, isOwn ? 1 + world.below(of.length) : world.below(of.length + 1)),
  );
  const behind = inFull(of, table).slice(is.length);
  const bound = () => {
    const values = valuesFor(behind.slice(0, 1 + world.below(behind.length)));
    const end = values.indexOf(null);
    return end === -1 ? values : values.slice(0, end);
  };
  const [after, before] = behind.length === 0 ? [[], []] : [bound(), bound()];
  const range: RangeQuestion = {
    ...question,
    is,
    ...world.maybe(0.4, () => (after.length > 0 ? { after } : {})),
    ...world.maybe(0.4, () => (before.length > 0 ? { before } : {})),
    ...world.maybe(0.4, () => ({ reverse: true })),
    ...world.maybe(0.4, () => ({ limit: world.below(5) })),
  };
  return { ...made, question: range };
}
