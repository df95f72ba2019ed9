import { describe, expect, it } from 'vitest';
import { ruleExtractor } from './rule-extractor.ts';

/** A Wednesday. */
const occurredAt = '2026-03-04T10:00:00.000Z';

async function factsOf(content: string, speaker?: string) {
  const turn = { id: 'turn-1', content, occurredAt, ...(speaker !== undefined && { speaker }) };
  const { facts } = await ruleExtractor().extract({ turns: [turn] });
  return facts;
}

async function taken(content: string, speaker?: string): Promise<string[]> {
  return (await factsOf(content, speaker)).map((fact) => fact.content);
}

describe('the facts that the rules extract', () => {
  it('have the speaker’s words, a category, an importance and the id of their turn', async () => {
    expect(await factsOf("I'm allergic to penicillin, so be careful.", 'Ada')).toEqual([
      {
        content: "I'm allergic to penicillin, so be careful.",
        inOwnWords: true,
        category: 'factual_knowledge',
        importance: 5,
        tags: ['health'],
        evidence: ['turn-1'],
      },
    ]);
  });

  it.each([
    'I live in Leipzig with two cats.',
    'On Sundays I volunteer at the zoo.',
    'My sister Mia is a nurse in Porto.',
    'I live with my sister June.',
    'I love October.',
    'I swim every morning before work.',
    "My wife Hannah loves spicy food, I don't.",
    'Our dog Rex is 4 years old.',
    'I love jazz but I hate opera.',
    'Never use bullet points.',
    "We've decided to use Postgres for billing.",
    "I'm flying to Osaka on 2 May.",
    'I used to live in Berlin.',
    "i'm a porter at St Thomas's and weekdays i'm never in before nine at night",
    "so I'm coeliac, proper diagnosed",
    'honestly metric only please',
    '我对青霉素过敏，每天都喝茶。',
    '我乳糖不耐受，也不吃猪肉。',
    '我太太很喜欢吃辣。',
    '我女儿今年五岁。',
    '以后请用英文回答我。',
    '我六月毕业。',
    'Ich bin Krankenpflegerin.',
    '札幌に住んでいます。',
  ])('include lasting statements: %s', async (content) => {
    expect(await taken(content)).toHaveLength(1);
  });

  it('leave out the other sentences of a turn: questions, requests, what is true only today', async () => {
    const turn =
      "I've got type 1 diabetes and I carry my insulin everywhere. The bus is late again. Can you find me a pharmacy near the station?";
    expect(await taken(turn)).toEqual([
      "I've got type 1 diabetes and I carry my insulin everywhere.",
    ]);
  });

  it.each([
    ['a question', 'Do I live in Berlin?'],
    ['a doubt', 'I might live in Berlin soon.'],
    ['a condition', 'If I lived in Berlin I would cycle.'],
    ['a joke that is revoked', 'I live on Mars. Just kidding!'],
    ['what somebody else says', 'He said I live in Berlin.'],
    ['a quotation', '"I live in Berlin" is what the song goes like.'],
    ['a third person', 'My neighbour lives in Berlin.'],
    ['what is only today', "I'm working from home today."],
    ['a wish', 'I wish I lived in Berlin.'],
    ['a role', "Imagine I'm a lawyer and live in Berlin."],
    ['a text to work on', 'Translate into German: I live in Berlin.'],
    ['irony', 'Oh great, I just love waiting in line.'],
    ['politeness', "I'd love to, thank you!"],
    ['a thing that only the conversation explains', 'I love that idea. I like it.'],
    ['an idiom', "I'm married to my work and allergic to Mondays."],
    ['a plan without a day', "I'm flying to Osaka soon."],
    ['something that lasts only minutes', "I'm going to be late tomorrow."],
    ['no name', "Hello, I'm Catholic. Hi, I'm New here. Hey, I'm back."],
    ['a wish about the person addressed', 'I want to visit you in May.'],
    ['an idiom with a date', 'I want to move on in May.'],
    ['code', '```\nI live in Berlin.\n```'],
    ['a mail', 'From: Ben\nSubject: Hi\n\nI live in Berlin.'],
    ['a cancelled plan', "I'm not flying to Osaka in May, it's cancelled."],
    ['一个问题', '你住在柏林吗？'],
    ['如果', '要是我住在柏林就好了。'],
    ['玩笑', '我住在火星。开玩笑的！'],
    ['别人说的', '他说我对青霉素过敏'],
    ['别人叫我做的', '我的老师叫我起床'],
    ['对着谁说的', '我妈喜欢你。我老婆爱这首歌。'],
  ])('do not include %s', async (_, content) => {
    expect(await taken(content)).toEqual([]);
  });

  it('do not come from an assistant or from a context turn', async () => {
    for (const speaker of ['assistant', ' Bot ', '机器人', 'tool_result', 'GPT-4o', 'HeronBot'])
      expect(await taken('I live in Berlin.', speaker)).toEqual([]);
    const turn = { id: 'turn-1', content: 'I live in Berlin.', occurredAt, context: true } as const;
    expect((await ruleExtractor().extract({ turns: [turn] })).facts).toEqual([]);
  });
});
