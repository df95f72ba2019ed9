import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LookUpQuestion, Question, RangeQuestion, Row } from '@mneme/store/rows';
import { inFull } from '@mneme/store/rows';
import {
  type BrokenRows,
  changingAnswers,
  changingQuestions,
  failing,
  indexOf,
} from './broken-rows.ts';

const changingLookUps = (change: (question: LookUpQuestion) => Question) =>
  changingQuestions((question) => ('any' in question ? change(question) : question));
const changingRanges = (change: (question: RangeQuestion) => RangeQuestion) =>
  changingQuestions((question) => ('any' in question ? question : change(question)));
const text = (value: unknown) => JSON.stringify(value);
const byText = (one: unknown, other: unknown) => (text(one) < text(other) ? -1 : 1);

/** Rows that have this in common are given once. */
const once = (rows: Row[]) => [...new Map(rows.map((row) => [text(row), row])).values()];

/** Mistakes of read. A comparison with rows in memory catches them too. */
export const brokenReading: BrokenRows = {
  'read > answers each question, in order': {
    'answers the questions about one table together': (sound) => ({
      read: (scope, questions) =>
        sound.read(
          scope,
          questions.toSorted((one, other) => byText(one.table, other.table)),
        ),
    }),
    'answers no question with an empty answer': (sound) => ({
      read: async (scope, questions) =>
        questions.length === 0 ? [[]] : sound.read(scope, questions),
    }),
  },
  'read > gives the columns': {
    'gives all columns': changingQuestions(({ columns, ...question }) => question),
    'leaves out what is null': changingAnswers((rows) =>
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      ),
    ),
  },
  'any: finds rows in the order of the lists': {
    'gives rows in the order of the index': changingLookUps(({ any, ...question }) => ({
      ...question,
      any: any.toSorted(byText),
    })),
    'gives a row once': changingLookUps(({ any, ...question }) => ({
      ...question,
      any: [...new Map(any.map((list) => [text(list), list])).values()],
    })),
    'gives all rows for no list': changingLookUps((question) =>
      question.any.length === 0 ? { table: question.table, is: [] } : question,
    ),
  },
  'any: rows of one list are in the order of the index': {
    'gives rows of one list as they were put': changingAnswers((rows, question) =>
      'any' in question && question.any[0]?.length !== 2 ? rows.toSorted(byText) : rows,
    ),
    'gives the first row of each list': changingAnswers((rows, question, table) => {
      if (!('any' in question)) return rows;
      const first = indexOf(question, table).slice(0, question.any[0]?.length);
      return [...new Map(rows.map((row) => [text(first.map((name) => row[name])), row])).values()];
    }),
  },
  'any: a list may name fewer columns': {
    'finds rows by whole keys only': changingAnswers((rows, question, { key }) =>
      'any' in question && question.index === undefined && question.any[0]?.length !== key.length
        ? []
        : rows,
    ),
  },
  'any: takes thousands of lists': {
    'looks at a thousand lists': changingLookUps(({ any, ...question }) => ({
      ...question,
      any: any.slice(0, 1000),
    })),
    'gives a thousand rows': changingAnswers((rows) => rows.slice(0, 1000)),
  },
  'is: a range has all rows': {
    'overlooks the last of the values': changingRanges(({ is, ...question }) => ({
      ...question,
      is: is.length > 1 && question.after === undefined ? is.slice(0, -1) : is,
    })),
    'gives a range in the order of the key': changingAnswers((rows, question, { key }) =>
      'any' in question || question.limit !== undefined
        ? rows
        : rows.toSorted((one, other) =>
            byText(
              key.map((name) => one[name]),
              key.map((name) => other[name]),
            ),
          ),
    ),
  },
  'an index lacks the rows that have null': {
    'has rows with null in each index': (sound) => ({
      async read(scope, questions) {
        const answers = await sound.read(scope, questions);
        return answers.map((rows, at) => {
          const question = questions[at] as Question;
          if (question.index === undefined || !('is' in question) || question.limit) return rows;
          const of = indexOf(question, sound.table(question.table));
          const isThere = (row: Row) =>
            question.is.every((value, place) => row[of[place] as string] === value);
          const nulls = [...sound.rowsOf(question.table).values()].filter(
            (row) => isThere(row) && of.some((name) => row[name] === null),
          );
          return [...nulls, ...rows];
        });
      },
    }),
    'keeps in an index what it was when the row was put': (sound) => {
      const left = new Set<string>();
      return {
        async write(scope, batch) {
          for (const { table, key, set = {} } of batch.patch ?? [])
            for (const [name, value] of Object.entries(set))
              if (value === null) left.add(text([table, key, name]));
          return sound.write(scope, batch);
        },
        async read(scope, questions) {
          const answers = await sound.read(scope, questions);
          return answers.map((rows, at) => {
            const question = questions[at] as Question;
            if (question.index === undefined || left.size === 0 || 'any' in question) return rows;
            const { key } = sound.table(question.table);
            const of = indexOf(question, sound.table(question.table));
            const more = [...sound.rowsOf(question.table).values()].filter((row) =>
              of.some((name) =>
                left.has(text([question.table, key.map((each) => row[each]), name])),
              ),
            );
            return once([...rows, ...more]);
          });
        },
      };
    },
  },
  'after and before leave out the bounds': {
    'includes what equals the upper bound': changingRanges(({ before, ...question }) =>
      before === undefined || question.after !== undefined
        ? { ...question, ...(before && { before }) }
        : question,
    ),
    'overlooks after where there is a before': changingRanges(({ after, ...question }) =>
      after === undefined || question.before !== undefined ? question : { ...question, after },
    ),
  },
  'bounds reach to the end of the key': {
    'compares the first column of a bound only': changingRanges(
      ({ after, before, ...question }) => ({
        ...question,
        ...(after && { after: after.slice(0, 1) }),
        ...(before && { before: before.slice(0, 1) }),
      }),
    ),
    'compares each column of a bound for itself': (sound) => ({
      async read(scope, questions) {
        const answers = await sound.read(
          scope,
          questions.map(({ columns, ...question }) => question),
        );
        return answers.map((rows, at) => {
          const question = questions[at] as Question;
          if ('any' in question || question.after === undefined) return rows;
          const { after, is, table } = question;
          const of = indexOf(question, sound.table(table));
          const behind = inFull(of, sound.table(table)).slice(is.length);
          return rows.filter((row) =>
            after.every((value, place) => (row[behind[place] as string] ?? 0) >= (value ?? 0)),
          );
        });
      },
    }),
  },
  'reverse turns the order': {
    'turns the bounds too': changingRanges(({ after, before, ...question }) => ({
      ...question,
      ...(after && (question.reverse ? { before: after } : { after })),
      ...(before && (question.reverse ? { after: before } : { before })),
    })),
    'overlooks reverse': changingRanges(({ reverse, ...question }) => question),
    'leaves equal rows in their order': changingAnswers((rows, question, table) => {
      if ('any' in question || !question.reverse) return rows;
      const of = indexOf(question, table).slice(0, question.is.length + 1);
      return Object.values(
        Object.groupBy(rows, (row) => `at ${text(of.map((name) => row[name]))}`),
      ).flatMap((group = []) => group.reverse());
    }),
  },
  'limit gives the first rows': {
    'takes 0 for no limit': changingRanges(({ limit, ...question }) => ({
      ...question,
      ...(limit && { limit }),
    })),
    'cuts before it turns the order': (sound) => ({
      async read(scope, questions) {
        const forward = questions.map((each) =>
          'any' in each ? each : { ...each, reverse: false },
        );
        const answers = await sound.read(scope, forward);
        return answers.map((rows, at) => {
          const question = questions[at] as Question;
          return 'is' in question && question.reverse ? rows.reverse() : rows;
        });
      },
    }),
    'cuts before it looks at the bound': (sound) => ({
      async read(scope, questions) {
        const answers = await sound.read(scope, questions);
        const first = await sound.read(
          scope,
          questions.map((each) => {
            if ('any' in each) return each;
            const { after, before, ...range } = each;
            return range;
          }),
        );
        return answers.map((rows, at) =>
          rows.filter((row) => first[at]?.some((each) => text(each) === text(row))),
        );
      },
    }),
  },
  'pages through thousands of rows': {
    'gives a page of five hundred at most': changingAnswers((rows, question) =>
      'is' in question && question.limit ? rows.slice(0, 500) : rows,
    ),
    'leaves out of a page what equals the first column of its bound': changingRanges(
      ({ after, before, ...question }) => ({
        ...question,
        ...(after && { after: after.slice(0, 1) }),
        ...(before && { before: before.slice(0, 1) }),
      }),
    ),
  },
  'do not change the moment that the answers': {
    'answers each question at another moment': (sound) => ({
      async read(scope, questions) {
        const answers: Row[][] = [];
        for (const question of questions) {
          answers.push(...(await sound.read(scope, [question])));
          await nextTurn();
        }
        return answers;
      },
    }),
  },
  'and readers of one side are answered in any number': {
    'has room for ten calls': (sound) => {
      let running = 0;
      const limited = async <T>(work: () => Promise<T>) => {
        if (running === 10) throw failing('all connections are busy');
        running += 1;
        await nextTurn();
        return work().finally(() => {
          running -= 1;
        });
      };
      return {
        read: (scope, questions) => limited(() => sound.read(scope, questions)),
        write: (scope, batch) => limited(() => sound.write(scope, batch)),
      };
    },
  },
};
