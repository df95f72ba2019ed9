import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionsIn as analysedQuestionsIn, isConversation, tells } from './questions.ts';

const questionsIn = (text: string) => analysedQuestionsIn(text).map((question) => question.text);

describe('questionsIn', () => {
  it('returns the questions of a query with several sentences', () => {
    expect(questionsIn('We met last week. Where does Ada live? Who is Bo?')).toEqual([
      'Where does Ada live?',
      'Who is Bo?',
    ]);
    expect(questionsIn('天气真好。我的车停在哪里？另外，谁是小王？')).toEqual([
      '我的车停在哪里？',
      '另外，谁是小王？',
    ]);
  });

  it('returns none for a single sentence, or without a question', () => {
    expect(questionsIn('Where does Ada live?')).toEqual([]);
    expect(questionsIn('Ada lives here. Bo does not.')).toEqual([]);
    expect(questionsIn('')).toEqual([]);
    expect(questionsIn('?! … ?')).toEqual([]);
  });

  it('does not return a short question without a name', () => {
    expect(questionsIn('The report is done. What comes next?')).toEqual([]);
    expect(questionsIn('The report is done. What about Ada?')).toEqual(['What about Ada?']);
    const long = 'Which museum sells tickets for the night tour of old trains?';
    expect(questionsIn(`The report is done. ${long}`)).toEqual([long]);
  });

  it('returns quoted speech as well as the questions around it', () => {
    expect(questionsIn("Ada got in and told Bo: 'Put the mirror back, it's too low.'")).toEqual([
      "Put the mirror back, it's too low.",
    ]);
    expect(questionsIn('王芳说：“把座椅调回我的位置。”')).toEqual(['把座椅调回我的位置。']);
    expect(questionsIn('He wrote, "My train leaves at noon." Who is Bo? It was Tuesday.')).toEqual([
      'My train leaves at noon.',
      'Who is Bo?',
    ]);
    expect(questionsIn("She said: 'Yes.' Then they left.")).toEqual([]);
  });

  it('ignores tag questions', () => {
    expect(questionsIn('I moved to Rome. Remember? Right?')).toEqual([]);
    expect(questionsIn('我搬到了罗马。对吗？记得吗？')).toEqual([]);
  });

  it('does not split at the dot of an abbreviation, a number or a name', () => {
    expect(questionsIn('What did Dr. Lee say of v2.1 and node.js?')).toEqual([]);
  });

  it('returns the last three of many', () => {
    expect(questionsIn('Who is Ann? Who is Bo? Who is Cy? Who is Di?')).toEqual([
      'Who is Bo?',
      'Who is Cy?',
      'Who is Di?',
    ]);
  });

  it('does not split a conversation', () => {
    expect(questionsIn('Ada: I lost my keys.\nBo: Where were you? At home?')).toEqual([]);
  });

  it('is fast for a long text, and returns parts of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const question of questionsIn(text)) expect(text).toContain(question);
      }),
    );
    const started = process.cpuUsage();
    for (const unit of ['a', '. ', 'a.', '?', '..', 'a: ', 'abc. ', ": '"])
      questionsIn(unit.repeat(50_000));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3_000);
  });
});

describe('tells', () => {
  it.each([
    'The chain of my blue bike broke again. What now?',
    "Ada got into the car and said: 'Set the seat back to where I like it.'",
    'Put the kitchen plan we made on the calendar.',
    '我今天又去看了那套房子。下一步呢？',
  ])('%s continues a topic', (text) => {
    expect(tells(text)).toBe(true);
  });

  it.each([
    'Where did Ada park the red car on Monday?',
    'Hi! Where did Ada park the red car?',
    "Ada's favourite kind of apple pie",
    'Please tell me where Ada parked the red car.',
    '你好。我的红色自行车停在哪里？',
    '',
  ])('%s only asks, or is only key words', (text) => {
    expect(tells(text)).toBe(false);
  });
});

describe('isConversation', () => {
  it('distinguishes two spoken lines from one, and from prose', () => {
    expect(isConversation('Ada: hello\nBo: hi')).toBe(true);
    expect(isConversation('小明：你好\n小红：你好')).toBe(true);
    expect(isConversation('Reminder: call Bo')).toBe(false);
    expect(isConversation('Hello.\nHow are you?')).toBe(false);
  });
});
