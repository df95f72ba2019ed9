import type { BaseMessage } from '@langchain/core/messages';
import { createTurnMemory, lastTurn, type TurnMemoryOptions, type TurnScope } from '@mneme/agent';
import { createMiddleware } from 'langchain';

/**
 * Memory for any agent of LangChain: memories for the user's message are added after the system prompt, recalled
 * once for each message; message and answer are stored when the agent has answered. `thread_id` is the session.
 * @example
 * const agent = createAgent({ model, tools, middleware: [mnemeMemory(memory.scope('ada'))] });
 */
export function mnemeMemory(scope: TurnScope, options?: TurnMemoryOptions) {
  const memory = createTurnMemory(scope, options);
  return createMiddleware({
    name: 'MnemeMemory',
    async wrapModelCall(request, handler) {
      const turn = turnOf(request.messages, request.runtime.configurable);
      const { signal } = request.runtime;
      const block = turn && (await memory.recall(turn, { signal }));
      if (!block) return handler(request);
      const { systemMessage } = request;
      const behind = systemMessage.concat(systemMessage.text === '' ? block : `\n\n${block}`);
      return handler({ ...request, systemMessage: behind });
    },
    async afterAgent({ messages }, { configurable }) {
      const turn = turnOf(messages, configurable);
      const last = messages.at(-1);
      if (turn && last?.type === 'ai') await memory.keep(turn, last.text);
    },
  });
}

function turnOf(messages: readonly BaseMessage[], configurable?: { thread_id?: string }) {
  return lastTurn(messages, {
    isUser: ({ type }) => type === 'human',
    textOf: ({ text }) => text,
    session: configurable?.thread_id || undefined,
  });
}
