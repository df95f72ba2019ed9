import type { Memory, SecretPolicy } from '@mneme/core';
import { afterEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

let memory: Memory | undefined;

afterEach(async () => {
  await memory?.close();
  memory = undefined;
});

async function episodesWith(secrets: SecretPolicy = 'reject') {
  memory = await openMemory({ secrets });
  return memory.scope('ada').episodes;
}

async function contents() {
  const { memories = [] } = (await memory?.scope('ada').list({ kinds: ['episode'] })) ?? {};
  return memories.map(({ content }) => content).sort();
}

const session = 's1';
const question = { content: "What's your wifi password?", speaker: 'assistant' };
const answer = { content: 'hunter2-blue', speaker: 'user' };

describe('a turn that answers the question of the turn before it with a secret', () => {
  it('is refused if both are in one call, and the error names the turn', async () => {
    const episodes = await episodesWith();
    await expect(episodes.append([question, answer], { session })).rejects.toMatchObject({
      code: 'secret_refused',
      field: 'turns[1].content',
    });
    expect(await contents()).toEqual([]);
  });

  it('is refused if the question is in the session already', async () => {
    const episodes = await episodesWith();
    await episodes.append([question], { session });
    const refused = { code: 'secret_refused', field: 'turns[0].content' };
    await expect(episodes.append([answer], { session })).rejects.toMatchObject(refused);
    const placed = { ...answer, sequence: 2 };
    await expect(episodes.append([placed], { session })).rejects.toMatchObject(refused);
  });

  it('is masked by a policy that masks', async () => {
    const episodes = await episodesWith('mask');
    await episodes.append([question], { session });
    expect(await episodes.append([answer], { session })).toMatchObject({ masked: ['password'] });
    expect(await contents()).toEqual([question.content, '[password removed]'].sort());
  });

  it('is refused if one turn without an answer is between them', async () => {
    const episodes = await episodesWith();
    await episodes.append([question, { content: 'one moment', speaker: 'user' }], { session });
    await expect(episodes.append([answer], { session })).rejects.toMatchObject({
      code: 'secret_refused',
    });
  });

  it('is refused if the question says what it asks for in the turn before', async () => {
    const episodes = await episodesWith();
    const turns = ['I changed the wifi password', 'What is it now?', 'bluewhale'];
    await expect(
      episodes.append(
        turns.map((content) => ({ content })),
        { session },
      ),
    ).rejects.toMatchObject({ field: 'turns[2].content' });
  });
});

describe('a turn with the same words', () => {
  it('is stored after another question, in another session, and before the question', async () => {
    const episodes = await episodesWith();
    await episodes.append([{ content: 'What did you call the branch?' }, answer], { session });
    await episodes.append([answer, question], { session: 's2' });
    await episodes.append([answer], { session: 's3' });
    await episodes.append([{ ...question, sequence: 9 }], { session: 's4' });
    await episodes.append([{ ...answer, sequence: 3 }], { session: 's4' });
    expect(await episodes.append([{ ...answer, sequence: 3 }], { session: 's4' })).toMatchObject({
      known: 1,
    });
  });
});
