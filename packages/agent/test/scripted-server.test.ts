import Anthropic from '@anthropic-ai/sdk';
import { expect, it } from 'vitest';
import { startScriptedServer } from './support/scripted-server.ts';

it('the scripted server refuses what the API refuses', async () => {
  const server = await startScriptedServer([]);
  const client = new Anthropic({ baseURL: server.baseURL, apiKey: 'test' });
  const hello = { role: 'user' as const, content: 'hello' };
  const orphan = {
    role: 'user' as const,
    content: [{ type: 'tool_result' as const, tool_use_id: 'x', content: 'y' }],
  };
  for (const more of [
    { messages: [orphan] },
    { messages: [hello], context_management: { edits: [] } },
  ]) {
    const params = { model: 'claude-opus-5', max_tokens: 100, ...more };
    await expect(client.beta.messages.create(params)).rejects.toMatchObject({ status: 400 });
  }
  await server.close();
});
