import { afterAll, expect, it } from 'vitest';
import {
  call,
  say,
  startScriptedServer,
} from '../../packages/agent/test/support/scripted-server.ts';
import { ExampleRun, lineOf, stop } from './example.ts';

const example = new ExampleRun();
afterAll(() => example.remove());

it('the chatbot remembers each user separately, until asked to forget', async () => {
  const api = await startScriptedServer(({ body, index }) => {
    if (index === 0) {
      const input = {
        content: 'Ada prefers green tea',
        category: 'user_preference',
        importance: 5,
      };
      return call([{ name: 'memory_store', input }]);
    }
    return say(JSON.stringify(body.system).includes('green tea') ? 'Green.' : 'I do not know.');
  });
  const child = example.start('chatbot/server.mjs', {
    env: { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: api.baseURL, PORT: '0' },
  });
  const [, base] = await lineOf(child, /listening on (\S+)/);
  const ask = async (
    path: string,
    { user, method = 'POST', message }: { user?: string; method?: string; message?: unknown },
  ) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: user ? { 'x-user': user } : {},
      ...(message === undefined ? {} : { body: JSON.stringify({ message }) }),
    });
    return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
  };

  await ask('/chat', { user: 'ada', message: 'I prefer green tea' });
  const known = await ask('/chat', { user: 'ada', message: 'Which tea does Ada prefer?' });
  expect(known).toMatchObject({
    status: 200,
    reply: 'Green.',
    // The learned fact says the same, so it is left out.
    recalled: ['Ada prefers green tea'],
  });
  const stranger = await ask('/chat', { user: 'bob', message: 'Which tea does Ada prefer?' });
  expect(stranger).toMatchObject({ reply: 'I do not know.', recalled: [] });
  // The fact that the model stored, and the one learned from the message.
  const category = 'user_preference';
  expect(await ask('/memories', { user: 'ada', method: 'GET' })).toMatchObject({
    memories: expect.arrayContaining([
      expect.objectContaining({ content: 'Ada prefers green tea', category }),
      expect.objectContaining({ content: 'I prefer green tea', category }),
    ]),
  });
  // Two facts, and two turns of two messages each.
  expect(await ask('/memories', { user: 'ada', method: 'DELETE' })).toMatchObject({ records: 6 });
  const forgotten = await ask('/chat', { user: 'ada', message: 'Which tea does Ada prefer?' });
  expect(forgotten).toMatchObject({ reply: 'I do not know.' });
  expect(await ask('/chat', { user: 'ada', message: 5 })).toMatchObject({ status: 400 });
  expect(await ask('/chat', { message: 'hi' })).toMatchObject({ status: 401 });
  expect(await ask('/other', { user: 'ada' })).toMatchObject({ status: 404 });

  expect(await stop(child)).toBe(0);
  await api.close();
});
