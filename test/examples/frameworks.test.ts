import { afterEach, expect, it } from 'vitest';
import { ExampleRun } from './example.ts';

let example: ExampleRun;
afterEach(() => example.remove());

const known = '- [user_preference] Ada prefers green tea (importance: 5)';

it.each([
  [
    'ai-sdk/agent.mjs',
    ['monday: I will remember that.', `tuesday: ${known}`, 'kept of monday: 2 turns'],
  ],
  ['langgraph/graph.mjs', ['I noted that.', 'You said: My train leaves at seven', known]],
  [
    'mastra/agent.mjs',
    [
      'monday: I know nothing yet.',
      expect.stringMatching(/^tuesday: .*favourite tea is green tea/),
    ],
  ],
  ['openai-agents/agent.mjs', ['I will remember that.', known]],
])('%s runs offline and remembers facts in a later run', async (script, lines) => {
  example = new ExampleRun();
  expect((await example.run(script)).trimEnd().split('\n')).toEqual(lines);
});
