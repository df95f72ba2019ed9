import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionsIn as analysedQuestionsIn, isConversation, tells } from './questions.ts';

const questionsIn = (text: string) => analysedQuestionsIn(text).map((question) => question.text);

describe('questionsIn', () => {
  it.each<[what: string, text: string, questions: string[]]>([
    [
      'each question of several sentences',
      'We met last week. Where does Ada live? Who is Bo?',
      ['Where does Ada live?', 'Who is Bo?'],
    ],
    [
      'Chinese questions',
      '天气真好。我的车停在哪里？另外，谁是小王？',
      ['我的车停在哪里？', '另外，谁是小王？'],
    ],
    ['none for a single sentence', 'Where does Ada live?', []],
    ['none without a question', 'Ada lives here. Bo does not.', []],
    ['none for an empty text', '', []],
    ['none for marks without words', '?! … ?', []],
    ['no short question without a name', 'The report is done. What comes next?', []],
    ['a short question with a name', 'The report is done. What about Ada?', ['What about Ada?']],
    [
      'a long question without a name',
      'The report is done. Which museum sells tickets for the night tour of old trains?',
      ['Which museum sells tickets for the night tour of old trains?'],
    ],
    [
      'quoted speech',
      "Ada got in and told Bo: 'Put the mirror back, it's too low.'",
      ["Put the mirror back, it's too low."],
    ],
    ['quoted Chinese', '王芳说：“把座椅调回我的位置。”', ['把座椅调回我的位置。']],
    [
      'quoted speech and the question beside it',
      'He wrote, "My train leaves at noon." Who is Bo? It was Tuesday.',
      ['My train leaves at noon.', 'Who is Bo?'],
    ],
    ['no quoted yes', "She said: 'Yes.' Then they left.", []],
    ['no tag questions', 'I moved to Rome. Remember? Right?', []],
    ['no Chinese tag questions', '我搬到了罗马。对吗？记得吗？', []],
    [
      'nothing split at the dot of an abbreviation, a number or a name',
      'What did Dr. Lee say of v2.1 and node.js?',
      [],
    ],
    [
      'the last three of many',
      'Who is Ann? Who is Bo? Who is Cy? Who is Di?',
      ['Who is Bo?', 'Who is Cy?', 'Who is Di?'],
    ],
    ['none of a conversation', 'Ada: I lost my keys.\nBo: Where were you? At home?', []],
  ])('returns %s: %j', (_, given, questions) => {
    expect(questionsIn(given)).toEqual(questions);
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
