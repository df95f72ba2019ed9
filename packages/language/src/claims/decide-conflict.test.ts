import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideConflict } from './decide-conflict.ts';

function decide(stored: string, incoming: string) {
  return decideConflict({ stored: { content: stored }, incoming: { content: incoming } });
}

it.each([
  ['Mia eats fish', 'Mia does not eat fish with bones'],
  ['Ada likes hiking', 'Ada does not like hiking alone'],
  ['Parking is free', 'Parking is not free during the fair'],
  ['We run in the park', "We don't run in the park after dark"],
])('an exception leaves both as they are: %j, %j', (stored, incoming) => {
  expect(decide(stored, incoming).relation).toBe('distinct');
});

it.each([
  ['Ada plays tennis on Mondays', 'Ada does not play tennis on Mondays'],
  ['Ada works at Siemens', 'Ada does not work at Siemens'],
])('a denial of the same is none: %j, %j', (stored, incoming) => {
  expect(decide(stored, incoming).relation).not.toBe('distinct');
});

it('a name replaces the one before, however it is told', () => {
  expect(decide('My name is Priya', 'Call me Bob').relation).toBe('update');
  expect(decide('我叫秦桂兰', '叫我美琪').relation).toBe('update');
  expect(decide('My name is Priya', 'Her name is Bob').relation).toBe('distinct');
});

describe('a statement is superseded', () => {
  it.each([
    ['User lives in Berlin', 'User moved to Munich'],
    ['I live in Porto', 'User lives in Lisbon now'],
    ['Ada works at Siemens', 'Ada left Siemens and joined Bosch'],
    ['The default branch is master', 'The default branch is main'],
    ['editor.tabSize = 2', 'editor.tabSize = 4'],
    ['Ada weighs 92 kg', 'Ada weighs 88 kg'],
    ["User's favourite colour is blue", "User's favourite colour is green"],
    ['Ada is vegetarian', 'Ada is no longer vegetarian'],
    ['I prefer answers as bullet points.', 'I prefer answers as numbered lists.'],
    ['用户住在北京', '用户搬到上海了'],
    ['用户住在上海徐汇区', '用户搬到了杭州'],
    ['默认端口是8080', '默认端口改为9090'],
  ])('if both surely state the same attribute of the same subject: %j, %j', (stored, incoming) => {
    expect(decide(stored, incoming).relation).toBe('update');
  });

  it.each([
    // Another sense of the same words
    ['works at Siemens', 'joined a local choir'],
    ['lives in Berlin', 'lives on coffee and toast'],
    ['goes by Sam', 'goes by train'],
    ['is married to Tom', 'is seeing a therapist'],
    ['用户的医生是李大夫', '用户的医生是很有耐心的人'],
    ['I live in Porto', 'I moved to Linux'],
    ['I work at Siemens', 'I joined Amnesty International'],
    // Several statements in one
    ['Ada is vegetarian, allergic to nuts and lives in Oslo', 'Ada moved to Bergen'],
    ['User lives in Cork with a parrot', 'User moved to Dublin'],
    // Another person, plan, condition, exception, question
    ['Ada lives in Oslo', 'Ben lives in Bergen'],
    ['Ada lives in Oslo', "Ada's brother moved to Bergen"],
    ['Ada lives in Oslo', 'Ada wants to move to Bergen'],
    ['Ada lives in Oslo', 'Ada moves to Bergen if she gets the job'],
    ['Ada lives in Oslo', 'Ada is in Bergen this week'],
    ['Ada lives in Oslo', 'Ada lived in Bergen'],
    ['Ada lives in Oslo', 'Does Ada live in Bergen now?'],
    // A value of another kind, and a second one
    ['Ada weighs 92 kg', 'Ada weighs 200 lb'],
    ['Ada lives in Oslo', 'Ada lives in Norway'],
    ['用户住在上海', '用户住在上海徐汇区'],
    ['Ada works at Siemens', 'Ada works at Bosch'],
    ['Ada is 42', 'Ada is a plumber'],
    ['The default branch is master', 'The default branch is broken'],
    ["Ada's favourite food is ramen", "Ada's favourite food is expensive"],
    ['用户最喜欢的颜色是蓝色', '用户最喜欢的颜色是难看的'],
    // Another time, and another value before
    ['Ada lives in Oslo', 'Ada moved to Bergen in 2009'],
    ['Ada lives in Oslo', 'Ada moved from Rome to Bergen'],
  ])('and not otherwise: %j, %j', (stored, incoming) => {
    expect(decide(stored, incoming).relation).not.toMatch(/update|same/);
  });
});

describe('a statement is confirmed', () => {
  it.each([
    ['I am allergic to nuts', 'The user is allergic to nuts.'],
    ['The office is in Porto', 'Office is in Porto'],
    ['用户对花生过敏', '用户对花生过敏。'],
  ])('if the words are the same: %j, %j', (stored, incoming) => {
    expect(decide(stored, incoming).relation).toBe('same');
  });

  it.each([
    [
      'Tom Reed is associated with the sport of baseball',
      'Tom Reed is associated with the sport of rugby',
    ],
    ['Meetings are in the office of the dean', 'Meetings are in the office of the provost'],
    ['Bob is allergic to nuts', 'Bob is not allergic to nuts'],
    ['The build takes 3 minutes', 'The build takes 4 minutes'],
  ])('and not if a word differs: %j, %j', (stored, incoming) => {
    expect(decide(stored, incoming).relation).not.toBe('same');
  });
});

it.each([
  ['Ada is vegetarian, allergic to nuts and lives in Oslo', 'Ada moved to Bergen'],
  ['User plays the violin', 'User gave up the violin'],
  ['User prefers answers in metric units', 'User wants imperial units from now on'],
  ['用户对花生过敏', '用户现在吃花生没问题了'],
])('contests a likely change: %j, %j', (stored, incoming) => {
  expect(decide(stored, incoming).relation).toBe('contested');
});

it.each([
  ['User works at Siemens', 'User joined a local choir'],
  ['Likes tea', 'Likes chess'],
  ['Speaks French', 'Speaks German'],
  ['Has a dog named Rex', 'Has a sister named Ida'],
  ['我住在上海', '我妈妈喜欢跳舞'],
  ['Judah Touro is a citizen of Chile.', 'Robert Moog is a citizen of Peru.'],
  ['Ada lives in Graça, Travessa das Andorinhas 8, top floor', '陈伟搬到了杭州'],
])('keeps both facts: %j, %j', (stored, incoming) => {
  expect(decide(stored, incoming).relation).toBe('distinct');
});

describe('speakers', () => {
  const say = (content: string, ada?: string, ben?: string) =>
    decideConflict({
      stored: { content, speaker: ada },
      incoming: { content, speaker: ben },
    }).relation;

  it('who say the same about themselves state two facts', () => {
    expect(say('I am allergic to peanuts', 'Ada', 'Ada')).toBe('same');
    expect(say('I am allergic to peanuts', 'Ada', 'Ben')).toBe('contested');
    expect(say('I am allergic to peanuts', undefined, 'Ada')).toBe('contested');
    expect(say('The office is in Porto', undefined, 'Ada')).toBe('same');
  });

  it('do not replace facts of one another', () => {
    const { relation } = decideConflict({
      stored: { content: 'I live in Porto', speaker: 'Ada' },
      incoming: { content: 'I moved to Faro', speaker: 'Ben' },
    });
    expect(relation).toBe('distinct');
  });
});

it('gives reasons that do not quote the texts', () => {
  const { reason } = decide('The secret port is 500', 'The secret port is now 600');
  expect(reason).not.toMatch(/secret|500|600/i);
});

const pieces = ['I', 'not', 'tea', 'Bob', 'in', '3', 'May', '我', '不', '喜欢', '搬到', ',', '?'];
const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.lorem({ maxCount: 8 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((words) => words.join(' ')),
);

describe('for any texts', () => {
  it('`same` does not depend on the order', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(decide(b, a).relation === 'same').toBe(decide(a, b).relation === 'same');
      }),
    );
  });

  it('a text is the same as itself, in any case, white space and with or without full stop', () => {
    fc.assert(
      fc.property(text, (a) => {
        expect(decide(a, `  ${a} `).relation).toBe('same');
      }),
    );
    fc.assert(
      fc.property(fc.lorem(), (a) => {
        expect(decide(a, `${a.toUpperCase().replaceAll(' ', '\t ')}.`).relation).toBe('same');
      }),
    );
  });

  it('a text with a changed number or a negation is never the same', () => {
    const number = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(text, text, number, number, (before, after, one, other) => {
        fc.pre(one !== other);
        const [a, b] = [one, other].map((value) => `${before} ${value} ${after}`);
        expect(decide(a as string, b as string).relation).not.toBe('same');
      }),
    );
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), (a) => {
        expect(decide(`they ${a}`, `they never ${a}`).relation).not.toBe('same');
      }),
    );
  });
});
