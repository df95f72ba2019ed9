import { isSmallTalk, prefetch } from '@mneme/agent';
import { describe, expect, it } from 'vitest';
import { messages } from '../lab/relevance/sentences.mjs';
import { sharedMemory } from './memory.ts';

/** Facts and messages at the start of a turn. Relevance was not fitted on any of these sentences. */
const turns: readonly [fact: string, ...messages: string[]][] = [
  ['User has asthma and uses an inhaler', 'my chest feels tight after climbing the stairs'],
  ['User cannot eat gluten', 'which bread could I bake this weekend?', 'I fancy pizza'],
  ['The user’s son Jonas plays the cello', 'what would Jonas like for Christmas?'],
  ['User works night shifts at the airport', 'is it a good idea to book the dentist at 8 am?'],
  ['User’s landlord is Mrs Keller', 'the heating is broken, whom do I write to?'],
  ['User owns a 3D printer, a Prusa MK4', 'the first layer does not stick to the bed'],
  ['User is moving to Oslo in August', 'which winter coat should I buy?'],
  ['User’s mother-in-law speaks only Portuguese', 'I want to write a card to my mother-in-law'],
  ['User broke the left wrist in March', 'can I do push-ups again?'],
  ['User prefers replies in British English', 'proofread my cover letter'],
  ['User has a tortoise called Herbert', 'how warm should Herbert’s enclosure be?'],
  ['User’s PhD is about glacier melt', 'suggest a title for my thesis'],
  ['用户正在怀孕，预产期在四月', '我可以吃生鱼片吗', '四月份能出差吗'],
  ['用户住在哈尔滨', '明天出门要穿多厚'],
  ['用户的儿子小宇对猫毛过敏', '我们想给小宇养只宠物'],
  ['用户在学吉他', '手指按弦很疼怎么办'],
  ['用户的车是比亚迪海豹', '车子续航越来越短了'],
  ['用户的老板姓高', '帮我给老板写一封请假信'],
  ['用户有高血压', '晚饭可以吃咸鱼吗', '体检前要注意什么'],
  ['用户的项目叫北极星，下周上线', '北极星还有哪些事没做完'],
];

const ada = (await sharedMemory()).scope('user:ada');
for (const [content] of turns) await ada.store({ content, onConflict: 'keepBoth' });

/** Recalls only for the message, without the profile. */
function forMessage(message: string) {
  return prefetch(ada, message, { profileShare: 0, timeoutMs: 60_000 });
}

/** The share of messages with an empty recall. */
async function silent(texts: readonly string[]): Promise<number> {
  const blocks = await Promise.all(texts.map(forMessage));
  return blocks.filter(({ text }) => text === '').length / texts.length;
}

const heldOut = (kind: Parameters<typeof messages>[0]) =>
  messages(kind).filter((message) => message.heldOut);

describe('recall at the start of a turn', () => {
  it('finds facts for messages that are not questions', async () => {
    const missed: string[] = [];
    for (const [fact, ...said] of turns) {
      for (const message of said) {
        // With the profile, as a model gets it: who the user is stands there for every message.
        const { memories } = await prefetch(ada, message, { timeoutMs: 60_000 });
        if (!memories.some(({ content }) => content === fact)) missed.push(message);
      }
    }
    const all = turns.reduce((sum, [, ...said]) => sum + said.length, 0);
    expect(missed.length / all, missed.join('\n')).toBeLessThanOrEqual(0.3);
  });

  it('is empty for unseen small talk in ten languages', async () => {
    const byLanguage = Map.groupBy(heldOut('small-talk'), ({ language }) => language);
    expect(byLanguage.size).toBe(10);
    for (const [language, all] of byLanguage)
      expect(await silent(all.map(({ text }) => text)), language).toBeGreaterThanOrEqual(0.8);
    expect(await silent(heldOut('small-talk').map(({ text }) => text))).toBeGreaterThanOrEqual(
      0.92,
    );
  });

  it('is empty for most unseen general requests', async () => {
    expect(await silent(heldOut('general').map(({ text }) => text))).toBeGreaterThanOrEqual(0.8);
  });

  it('does not treat a greeting by name as a question', async () => {
    const greetings = ['Good morning, Herbert!', 'Hi Jonas', 'Thanks a lot, Jonas', '晚安，小宇'];
    for (const greeting of greetings) expect((await forMessage(greeting)).text, greeting).toBe('');
  });

  it('treats hardly any personal message as small talk', () => {
    const personal = messages('personal').map(({ text }) => text);
    const taken = personal.filter(isSmallTalk);
    expect(taken.length / personal.length, taken.join('\n')).toBeLessThanOrEqual(0.01);
  });
});
