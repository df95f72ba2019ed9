import { expect, it } from 'vitest';
import { api, measured, traced } from '../../../test/telemetry/watched.ts';
import { openTelemetry } from '../src/index.ts';
import { agentFor, agentsOfEachTest, toolOf } from './support/agent.ts';
import { call, say } from './support/scripted-server.ts';

agentsOfEachTest();

it('traces turns and tools and measures tokens and time, following the GenAI conventions', async () => {
  traced();
  const script = [
    call([
      {
        name: 'memory_store',
        input: { content: 'Likes tea', category: 'user_preference', importance: 4 },
        id: 'a',
      },
      { name: 'broken', input: {}, id: 'b' },
    ]),
    say('Done.'),
    { status: 400, type: 'invalid_request_error', message: 'wrong: I like tea' },
  ];
  const agent = await agentFor(script, {
    tools: [toolOf('broken', () => Promise.reject(new Error('no')))],
    telemetry: openTelemetry(api, { agentName: 'tester', conversationId: 'c1' }),
  });
  await agent.send('I like tea');
  await expect(agent.send('and?')).rejects.toThrow();

  // The SDK traces its calls itself, and may quote the API's errors.
  const spans = traced();
  const finished = spans.filter(({ name }) => !name.startsWith('anthropic.'));
  expect(spans.length - finished.length).toBe(3);
  expect(finished.map(({ name }) => name)).toEqual([
    'execute_tool broken',
    'execute_tool memory_store',
    'invoke_agent tester',
    'invoke_agent tester',
  ]);
  const [broken, store, turn, failed] = finished;
  expect(store!.parentSpanContext?.spanId).toBe(turn!.spanContext().spanId);
  expect(store!.attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.id': 'a',
    'gen_ai.conversation.id': 'c1',
  });
  expect(broken!.status.code).toBe(2);
  expect(turn!.attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.response.finish_reasons': ['end_turn'],
    'mneme.rounds': 2,
  });
  expect(turn!.events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mneme.recall', 'mneme.store', 'mneme.error']),
  );
  expect(
    JSON.stringify(finished.map(({ attributes, events }) => [attributes, events])),
  ).not.toMatch(/likes? tea/i);
  expect(failed!.status).toEqual({ code: 2 });
  expect(failed!.attributes['error.type']).toBe('BadRequestError');

  const metrics = await measured();
  expect(metrics['gen_ai.client.token.usage']?.unit).toBe('{token}');
  expect(metrics['gen_ai.client.operation.duration']?.unit).toBe('s');
});
