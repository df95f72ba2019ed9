// A chatbot over HTTP that remembers each of its users.
//   ANTHROPIC_API_KEY=… PORT=8080 node server.mjs
//   curl localhost:8080/chat -H 'x-user: ada' -d '{"message": "I prefer green tea"}'
import { createServer } from 'node:http';
import { Anthropic } from '@anthropic-ai/sdk';
import { createMemoryAgent } from '@mneme/agent';
import { terminalText } from '@mneme/core';
import { openMemory } from '@mneme/runtime';

const { memory, close } = await openMemory({ db: process.env.MNEME_DB ?? 'sqlite:chatbot.db' });
const client = new Anthropic();
/** One dialogue a user. A real application would keep `agent.history` with its sessions. */
const agents = new Map();

function agentOf(user) {
  let agent = agents.get(user);
  if (!agent) {
    agent = createMemoryAgent({
      client,
      model: process.env.MODEL ?? 'claude-sonnet-5-5',
      maxTokens: 1000,
      memory: memory.scope(user),
      system: 'You are a friendly assistant in a chat window. Be brief.',
      compaction: { enabled: true, contextTokenThreshold: 60_000 },
      onEvent: (event) => {
        if (event.type === 'error')
          console.error(terminalText(`${user} ${event.during} ${event.error}`));
      },
    });
    agents.set(user, agent);
  }
  return agent;
}

/**
 * Answers by method and path. `user` names the owner of the memory: take it from your own login, never from a free
 * field.
 */
const routes = {
  async 'POST /chat'({ user, body, signal }) {
    const { text, recalled, usage } = await agentOf(user).send(body.message, { signal });
    return { reply: text, recalled: recalled.map(({ content }) => content), usage };
  },
  async 'GET /memories'({ user }) {
    const { memories } = await memory.scope(user).list({ kinds: ['fact'] });
    return { memories: memories.map(({ id, content, category }) => ({ id, content, category })) };
  },
  async 'DELETE /memories'({ user }) {
    agents.delete(user);
    return memory.scope(user).erase({ actor: user, reason: 'asked to be forgotten' });
  },
};

const statusOf = { invalid_input: 400, not_found: 404, conflict: 409 };

const server = createServer(async (request, response) => {
  const gone = new AbortController();
  response.on('close', () => gone.abort()); // The client is gone, so the turn ends too.
  const answer = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(value)}\n`);
  };
  try {
    const route = routes[`${request.method} ${request.url}`];
    const user = request.headers['x-user'];
    if (!route) return answer(404, { error: 'POST /chat, GET /memories, DELETE /memories' });
    if (!user) return answer(401, { error: 'say who you are in the header x-user' });
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const body = text === '' ? {} : JSON.parse(text);
    if (request.method === 'POST' && typeof body.message !== 'string') {
      return answer(400, { error: 'send {"message": "…"}' });
    }
    answer(200, await route({ user, body, signal: gone.signal }));
  } catch (error) {
    const status = error instanceof SyntaxError ? 400 : (statusOf[error.code] ?? 502);
    answer(status, { error: error.message });
  }
});

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
for (const name of ['SIGINT', 'SIGTERM']) {
  process.once(name, () => {
    server.close(() => close());
    server.closeAllConnections();
  });
}
