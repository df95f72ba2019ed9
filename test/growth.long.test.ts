import { describe, expect, it } from 'vitest';
import { plainLine } from '../packages/agent/src/prefetch/plain-line.ts';
import { createRecallLog } from '../packages/agent/src/recall/recall-log.ts';
import { namedTime } from '../packages/core/src/ranking/named-time.ts';
import { excerpt } from '../packages/core/src/recall/excerpt.ts';
import { isSmallTalk } from '../packages/core/src/recall/is-small-talk.ts';
import { chunkText } from '../packages/documents/src/rules/chunk-text.ts';
import { diffTexts } from '../packages/documents/src/rules/text-diff.ts';
import { readFrontMatter } from '../packages/importers/src/front-matter.ts';
import { contentKey } from '../packages/language/src/claims/content-key.ts';
import { decideConflict, mergeTexts } from '../packages/language/src/claims/index.ts';
import {
  absoluteDates,
  factsIn,
  isSelfContained,
  pronounsIn,
} from '../packages/language/src/extract/index.ts';
import {
  analyse,
  analyseQuery,
  queryNames,
  questionsIn,
  tells,
  visibleText,
} from '../packages/language/src/text/index.ts';
import { Table } from '../packages/language/src/vectors/table.ts';
import {
  findInSteps,
  findSecrets,
  maskInSteps,
  type Steps,
} from '../packages/secrets/src/index.ts';

/**
 * A text must not be able to block the process. Functions that read a caller's text take linear time, or no measurable
 * time at their largest input.
 */
const table = Table.read(new URL('../packages/language/model/static.bin', import.meta.url));
const log = createRecallLog();
log.note([{ id: '1', content: 'Likes tea', category: 'user_preference', importance: 3 }]);
const now = '2026-03-01T09:00:00.000Z';

const query = 8 * 1024;
const content = 32 * 1024;
const document = 100 * 1024;

const readers: Record<string, { largest: number; read: (text: string) => unknown }> = {
  analyse: { largest: document, read: analyse },
  analyseQuery: { largest: query, read: analyseQuery },
  questionsIn: { largest: query, read: questionsIn },
  tells: { largest: query, read: tells },
  queryNames: { largest: query, read: (text) => queryNames(text).has(text) },
  namedTime: { largest: query, read: (text) => namedTime(text, now) },
  isSmallTalk: { largest: query, read: isSmallTalk },
  contentKey: { largest: content, read: contentKey },
  decideConflict: {
    largest: content,
    read: (text) => {
      decideConflict(pairOf(text));
    },
  },
  // Longer texts are not read word by word.
  'decideConflict on a statement': {
    largest: 150,
    // Twenty calls, so that the limit of 50 ms means 2.5 ms per call.
    read: (text) => {
      for (let round = 0; round < 20; round++) decideConflict(pairOf(`User ${text}`));
    },
  },
  mergeTexts: { largest: content, read: (text) => mergeTexts(text, turned(text)) },
  findSecrets: { largest: document, read: findSecrets },
  visibleText: { largest: document, read: visibleText },
  plainLine: { largest: content, read: plainLine },
  excerpt: { largest: 2 * content, read: (text) => excerpt(text, 'Which tea does Ada like?') },
  factsIn: { largest: content, read: (text) => factsIn(text, { toAssistant: false }) },
  // Longer turns are skipped. Twenty calls, so that the limit of 50 ms means 2.5 ms per call.
  'factsIn a turn': {
    largest: 1500,
    read: (text) => {
      for (let round = 0; round < 20; round++) factsIn(text, { toAssistant: false });
    },
  },
  absoluteDates: { largest: content, read: (text) => absoluteDates(text, now) },
  pronounsIn: { largest: content, read: pronounsIn },
  isSelfContained: { largest: content, read: isSelfContained },
  readFrontMatter: { largest: document, read: (text) => readFrontMatter(`---\n${text}\n---\n`) },
  echoes: { largest: content, read: (text) => log.echoes(text) },
  encode: { largest: content, read: (text) => table.encode(text) },
  chunkText: { largest: document, read: chunkText },
  diffTexts: {
    largest: document,
    read: (text) => diffTexts({ name: 'a', text }, { name: 'b', text: turned(text) }),
  },
};

function pairOf(text: string) {
  const [stored, incoming] = [text, `${text} and more`].map((said) => ({ content: said }));
  return { stored: stored!, incoming: incoming!, similarity: 0.95 };
}

/** The same pieces in another order, so that the two texts share words but no positions. */
function turned(text: string): string {
  return text
    .split(/(?<=[\s。])/)
    .reverse()
    .join('');
}

const repeated =
  'a|1|1 |1,|a.|. |? |A: b\n|。|你|你好。|\u200b|\u200ba|1\u200b|\ufe0f|e\u0301|😀|"|\'|a\'|`|-|- |_|aB|@|a@b.|/|://|=|a=|password |password=|密码|密码是| |\n|\t|\r\n|x: |(|[|{"|<|\\|\\n|0x|4111 |4111|-----BEGIN |eyJ|ghp_|sk-|AKIA|in May |上个月|Ada |ａ|ß|ﬃ|가|か|\u0300|+|#|$|%|不|没|一百|3 May |a b c. |ab\n|12:30 |Bearer |token is |password=Xy7kdjw9Qa |AKIAQ2VB7NMX4TRWZ1KD |4539 1488 0343 6467 |curl -u a |curl -u a:|login a password |mysql -p|contraseña de |contraseña de a |Passwort |mot de passe, |senha: |Password:\n|DE89 3704 0044 0532 0130 00 |DE89|DE89 |a1b2 is my |a1b2c3 is |cGFzc3dvcmQ6IGh1bnRlcjI= |cGFzc3dvcmQ6IGh1bnRlcjI|QUFBQUFB|\\"password\\": |a:5432:|https://x.y/hooks/|?sig=|{"auth":"|type 4471 to |4471 opens |log in with a1b2c3|user a pass |a@b.cd pass |パス x|1で|11010519491231002|1 84 12 76 |nmcli password |name: SECRET_KEY\n|value: a1b2c3\n|password - a |password ... | 0|-1|ﷺ|password is |passphrase: 12345678:|pwd=|密码密|{},|? |「|『|\r\n|3 May we|I |~|～|=\n|#a |sk-sk_|api key |cookie: auth=a; |press 4471 |login a:|.sign(a, "|changed the a to |a#|a++|zürich |١|abc. |: "|tell me |password for a |eyJ-|://a:|-----BEGIN PRIVATE KEY-----|token=|４|4|h|tool |system |(importance|user.|rnrn|🇺|I love |my |我喜欢|I have a |every day, |每天|on '.split(
    '|',
  );
/** All pieces differ, so caches do not help. */
const counted: readonly ((index: number) => string)[] = [
  (index) => `s${index}. `,
  (index) => `a b${index}. `,
  (index) => `a\u200b${index}. `,
  (index) => `他${index}。`,
  (index) => `x${index}\n`,
  (index) => `k${index}=v${index} `,
  (index) => `${index} `,
  (index) => `${(index * 2654435761) % 4294967296}-`,
];

function texts(length: number): string[] {
  // Whole pieces only, since a cut one could have another meaning at one of the two lengths.
  const runs = repeated.map((piece) => piece.repeat(Math.floor(length / piece.length)));
  return [
    ...runs,
    // Ends with a different piece, for functions that look for an end.
    ...runs.filter((_, index) => repeated[index]!.length < 3).map((run) => `${run.slice(1)}x`),
    ...counted.map((piece) => {
      let text = '';
      for (let index = 0; text.length < length; index++) text += piece(index);
      return text.slice(0, length);
    }),
  ];
}

/** Processor time in ms, the least of several runs, to reduce the influence of other work. */
function cost(work: () => unknown, runs = 1): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe('the time to read a text', () => {
  it.each(Object.keys(readers))(
    'grows at most linearly: %s',
    (name) => {
      const { largest, read } = readers[name] as (typeof readers)[string];
      const half = texts(largest / 2);
      const slow: string[] = [];
      for (const [index, text] of texts(largest).entries()) {
        // A first run also compiles, and another program may disturb one: a text is slow if it is slow three times.
        if ([1, 2, 3].some(() => cost(() => read(text)) < 50)) continue;
        const shorter = half[index] as string;
        // Faster growth shows in every run; a disturbance does not.
        const ratios: number[] = [];
        do ratios.push(cost(() => read(text), 2) / cost(() => read(shorter), 2));
        while (ratios.length < 10 && Math.min(...ratios) > 2.6);
        const least = Math.min(...ratios);
        if (least > 2.6)
          slow.push(`${JSON.stringify(text.slice(0, 20))}: ${least.toFixed(1)} times`);
      }
      expect(slow).toEqual([]);
      // Many texts, each up to thirty times: minutes on a busy machine.
    },
    600_000,
  );
});

/** Processor time in ms of the longest stretch between two pauses, the least of three runs. */
function longestStretch(begin: () => Steps<unknown>): number {
  const runs = Array.from({ length: 3 }, () => {
    const steps = begin();
    let longest = 0;
    for (let isDone = false; !isDone; )
      longest = Math.max(
        longest,
        cost(() => {
          isDone = steps.next().done === true;
        }),
      );
    return longest;
  });
  return Math.min(...runs);
}

describe('the search for secrets in a long text', () => {
  it.each([
    '1 ',
    ' 0',
    '-1',
    'ﷺ',
    'pwd=',
    'password is ',
    'passphrase: 12345678:',
    'login a password ',
    'api key code is ',
    'code is şifre ',
  ])('blocks the thread for less than 50 ms at a time: %j', (piece) => {
    const text = piece.repeat((2 * content) / piece.length);
    expect(longestStretch(() => findInSteps(text, {}))).toBeLessThan(50);
    expect(longestStretch(() => maskInSteps(text, {}))).toBeLessThan(50);
  });
});

describe('masking', () => {
  // Each pass is a search, whose growth is measured above. The number of passes depends on the findings, not on the length.
  it('searches a text at most eight times', () => {
    const many: string[] = [];
    for (const text of texts(2 * content)) {
      const passes = stepsOf(maskInSteps(text, {})) / stepsOf(findInSteps(text, {}));
      if (passes > 8)
        many.push(`${JSON.stringify(text.slice(0, 20))}: ${passes.toFixed(1)} passes`);
    }
    expect(many).toEqual([]);
  });
});

function stepsOf(steps: Steps<unknown>): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}
