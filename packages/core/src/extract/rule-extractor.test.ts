import { describe, expect, it } from 'vitest';
import { ruleExtractor } from './rule-extractor.ts';

/** A Wednesday. */
const occurredAt = '2026-03-04T10:00:00.000Z';

function factsOf(content: string, speaker?: string) {
  const turn = { id: 'turn-1', content, occurredAt, ...(speaker !== undefined && { speaker }) };
  return ruleExtractor().extract({ turns: [turn] }).facts;
}

function taken(content: string, speaker?: string): string[] {
  return factsOf(content, speaker).map((fact) => fact.content);
}

describe('the facts that rules take', () => {
  it('name the speaker, the kind, the importance and the turn that they rest on', () => {
    expect(factsOf("I'm allergic to penicillin, so be careful.", 'Ada')).toEqual([
      {
        content: 'Ada is allergic to penicillin',
        category: 'factual_knowledge',
        importance: 5,
        tags: ['health'],
        occurredAt,
        evidence: ['turn-1'],
      },
    ]);
  });

  it.each([
    ['I live in Leipzig with two cats.', ['User lives in Leipzig with two cats']],
    ['My sister Mia is a nurse in Porto.', ["User's sister Mia is a nurse in Porto"]],
    ['I live in St. Gallen. I love jazz.', ['User lives in St. Gallen', 'User loves jazz']],
    ['I live with my sister June.', ["User lives with User's sister June"]],
    ['My brother Jan lives in Oslo.', ["User's brother Jan lives in Oslo"]],
    ['My cat is called May.', ["User's cat is called May"]],
    ['My favourite month is October.', ["User's favourite month is October"]],
    ['I love October.', ['User loves October']],
    ['我喜欢五月天。', ['用户喜欢五月天']],
    ['I love March Madness.', ['User loves March Madness']],
    ['I swim every morning before work.', ['User swims every morning before work']],
    ['On Sundays I volunteer at the zoo.', ['User volunteers at the zoo on Sundays']],
    ["Hi, I'm Leo. I work as a nurse.", ["User's name is Leo", 'User works as a nurse']],
    ["Hello! I'm Ana Silva, nice to meet you.", ["User's name is Ana Silva"]],
    ["My wife Hannah loves spicy food, I don't.", ["User's wife Hannah loves spicy food"]],
    ['Our daughter Mia lives in Bath.', ["User's daughter Mia lives in Bath"]],
    ['My physio is called Oliver.', ["User's physio is Oliver"]],
    ['Our dog Rex is 4 years old.', ["User's dog Rex is 4 years old"]],
    ['I love jazz but I hate opera.', ['User loves jazz', 'User hates opera']],
    ['Never use bullet points.', ['User wants the assistant to never use bullet points']],
    ["We've decided to use Postgres for billing.", ['User decided to use Postgres for billing']],
    ['我对青霉素过敏，每天都喝茶。', ['用户对青霉素过敏', '用户每天都喝茶']],
    ['我乳糖不耐受，也不吃猪肉。', ['用户乳糖不耐受', '用户不吃猪肉']],
    ['我太太很喜欢吃辣。', ['用户的太太喜欢吃辣']],
    ['我上司挺喜欢园艺的。', ['用户的上司喜欢园艺']],
    ['我的理疗师叫奥利弗。', ['用户的理疗师叫奥利弗']],
    ['我女儿今年五岁。', ['用户的女儿五岁']],
    ['以后请用英文回答我。', ['用户希望用英文回答']],
  ])('stand on their own: %s', (content, facts) => {
    expect(taken(content)).toEqual(facts);
  });

  it.each([
    ["I'm flying to Osaka on 2 May.", 'User is flying to Osaka on 2026-05-02'],
    ['Our son Max turns six on the 14th of June.', "User's son Max turns six on 2026-06-14"],
    [
      'I want to run the Leeds half marathon on 10 May.',
      'User wants to run the Leeds half marathon on 2026-05-10',
    ],
    ['I have surgery on 12 May.', 'User has surgery on 2026-05-12'],
    ['I have an exam on Friday.', 'User has an exam on 2026-03-06'],
    ["I'm getting a puppy next week!", 'User is getting a puppy in the week of 2026-03-09'],
    [
      'I have an appointment with Dr. Lee on Friday.',
      'User has an appointment with Dr. Lee on 2026-03-06',
    ],
    ["I'm flying to Boston on Thursday, May 7.", 'User is flying to Boston on 2026-05-07'],
    ['My thesis is due October.', "User's thesis is due in October 2026"],
    ['I moved to Rome in Sept.', 'User moved to Rome in September 2025'],
    ['I have an exam Friday morning.', 'User has an exam on 2026-03-06'],
    ["I'll be in Vienna from 3 to 9 June.", 'User will be in Vienna from 2026-06-03 to 2026-06-09'],
    ["I'm starting a new course in two weeks.", 'User is starting a new course around 2026-03-18'],
    ['My thesis is due at the end of next month.', "User's thesis is due at the end of April 2026"],
    ['I moved to Rome last summer.', 'User moved to Rome in summer 2025'],
    ['I plan to retire in May 2030.', 'User will retire in May 2030'],
    ['I plan to retire in 2030.', 'User will retire in 2030'],
    ['In May I am moving to Rome.', 'User is moving to Rome in May 2026'],
    ['我下周二要去看牙医。', '用户2026年3月10日去看牙医'],
    ['我想五月十号去跑半程马拉松。', '用户想2026年5月10日去跑半程马拉松'],
    ['我六月毕业。', '用户2026年6月毕业'],
    ['我三天后搬家。', '用户2026年3月7日搬家'],
    ['我上个月入职了字节跳动。', '用户入职了字节跳动'],
  ])('tell days by the calendar: %s', (content, fact) => {
    expect(taken(content)).toEqual([fact]);
  });

  it.each([
    ['a question', 'Do I live in Berlin?'],
    ['a doubt', 'I might live in Berlin soon.'],
    ['a condition', 'If I lived in Berlin I would cycle.'],
    ['a joke that is taken back', 'I live on Mars. Just kidding!'],
    ['what somebody else says', 'He said I live in Berlin.'],
    ['a quotation', '"I live in Berlin" is what the song goes like.'],
    ['a third person', 'My neighbour lives in Berlin.'],
    ['what was', 'I used to live in Berlin.'],
    ['what is only today', "I'm working from home today."],
    ['a wish', 'I wish I lived in Berlin.'],
    ['a role', "Imagine I'm a lawyer and live in Berlin."],
    ['a text to work on', 'Translate into German: I live in Berlin.'],
    ['irony', 'Oh great, I just love waiting in line.'],
    ['politeness', "I'd love to, thank you!"],
    ['a thing that only the conversation explains', 'I love that idea. I like it.'],
    ['an idiom', "I'm married to my work and allergic to Mondays."],
    ['a plan without a day', "I'm flying to Osaka soon."],
    ['a day without its month', 'I have an interview on Monday the 16th.'],
    ['a matter of minutes', "I'm going to be late tomorrow."],
    ['a date that comes every week', 'I have an exam every Friday.'],
    ['no plan, since it is past', 'I have an exam three days ago.'],
    ['no name', "Hello, I'm Catholic. Hi, I'm New here. Hey, I'm back."],
    ['liking for something just now', 'My wife loves it. My dad hates when I am late.'],
    ['a wish about the one who is spoken to', 'I want to visit you in May.'],
    ['an idiom with a date', 'I want to move on in May.'],
    ['code', '```\nI live in Berlin.\n```'],
    ['一个问题', '你住在柏林吗？'],
    ['如果', '要是我住在柏林就好了。'],
    ['别人说的', '他说我对青霉素过敏。'],
    ['玩笑', '我住在火星。开玩笑的！'],
    ['不是习惯', '我周末要去爬山。'],
    ['不是计划', '我三年前开始学钢琴。'],
    ['过去', '我以前住在柏林。'],
    ['对着谁说的', '我妈喜欢你。我老婆爱这首歌。'],
    ['一件事', '我的老师叫我起床。'],
  ])('are none where it is %s', (_, content) => {
    expect(taken(content)).toEqual([]);
  });

  it('are none of what an assistant says, or of a turn that is there for context', () => {
    for (const speaker of ['assistant', ' Bot ', '机器人'])
      expect(taken('I live in Berlin.', speaker)).toEqual([]);
    const turn = { id: 'turn-1', content: 'I live in Berlin.', occurredAt, context: true } as const;
    expect(ruleExtractor().extract({ turns: [turn] }).facts).toEqual([]);
  });

  it('take time in proportion to the length of a turn', () => {
    const start = performance.now();
    for (const part of ['I love ', 'my ', '我喜欢', 'I have a ', 'every day, ', '每天', 'on '])
      factsOf(part.repeat(1500 / part.length));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
