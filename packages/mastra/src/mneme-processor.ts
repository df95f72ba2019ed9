import type { ProcessInputArgs, ProcessOutputResultArgs, Processor } from '@mastra/core/processors';
import {
  createTurnMemory,
  lastTurn,
  type TurnMemory,
  type TurnMemoryOptions,
  type TurnScope,
} from '@mneme/agent';

type Message = ProcessInputArgs['messages'][number];

/**
 * Memory for an agent of Mastra: as an input processor it adds memories for the user's message after the
 * system prompt, as an output processor it stores message and answer. The thread of the call is their session.
 * @example
 * const mneme = new MnemeProcessor(memory.scope('ada'));
 * const agent = new Agent({ …, inputProcessors: [mneme], outputProcessors: [mneme] });
 */
export class MnemeProcessor implements Processor<'mneme'> {
  readonly id = 'mneme';
  readonly #memory: TurnMemory;

  /** One processor may serve all dialogues of its scope. */
  constructor(scope: TurnScope, options?: TurnMemoryOptions) {
    this.#memory = createTurnMemory(scope, options);
  }

  /** Once for each call of the agent, before its first step. */
  async processInput({ messages, messageList, abortSignal }: ProcessInputArgs) {
    const turn = turnOf(messages);
    const block =
      turn && (await this.#memory.recall({ ...turn, begins: true }, { signal: abortSignal }));
    if (block) messageList.addSystem(block, this.id);
    return messageList;
  }

  /** Once for each call of the agent, when it has answered. */
  async processOutputResult({ messageList, result }: ProcessOutputResultArgs) {
    const turn = turnOf(messageList.get.all.db());
    const isAnswer = result.finishReason !== 'error' && result.finishReason !== 'tool-calls';
    if (turn && isAnswer) await this.#memory.keep(turn, result.text);
    return messageList;
  }
}

function turnOf(messages: readonly Message[]) {
  const isUser = ({ role }: Message) => role === 'user';
  return lastTurn(messages, {
    isUser,
    textOf: ({ content }) =>
      content.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    session: messages.findLast(isUser)?.threadId,
  });
}
