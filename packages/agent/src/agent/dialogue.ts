import { behindCompaction, dropUnanswered } from '../context/unanswered.ts';
import {
  appendUser,
  blocksOf,
  type ContentBlockParam,
  type Message,
  type MessageParam,
} from '../messages.ts';

/** A state of the dialogue. It is never changed, only replaced, so an old state can be used again. */
export interface DialogueState {
  /** The history for the application to store. Context edits do not change it; a local compaction replaces it. */
  history: readonly MessageParam[];
  /** The messages to send: the history with local edits, without what the API drops before a compaction block. */
  context: readonly MessageParam[];
}

/** The two arrays of a dialogue, always valid for the API and consistent. */
export class Dialogue {
  state: DialogueState;

  constructor(history: readonly MessageParam[]) {
    this.state = { history, context: behindCompaction(history) };
  }

  addUser(content: string | readonly ContentBlockParam[]): void {
    this.#change((messages) => appendUser(messages, content));
  }

  /** Adds an answer. After an unfinished answer it continues that one; an empty answer adds no message. */
  addAnswer(content: Message['content']): void {
    if (content.length === 0) return;
    // Plain data, because the SDK's blocks may parse a tool's input only when it is read.
    const blocks = JSON.parse(JSON.stringify(content)) as ContentBlockParam[];
    this.#change((messages) => {
      const last = messages.at(-1);
      if (last?.role !== 'assistant') return [...messages, { role: 'assistant', content: blocks }];
      return [
        ...messages.slice(0, -1),
        { role: 'assistant', content: [...blocksOf(last), ...blocks] },
      ];
    });
  }

  /** Removes calls that have no result and will get none: with them, the API refuses every later request. */
  dropUnanswered(): void {
    this.#change((messages) => dropUnanswered(messages).messages);
  }

  /** Edits the messages to send, and not the history. */
  edit(context: readonly MessageParam[]): void {
    this.state = { ...this.state, context };
  }

  replace(messages: readonly MessageParam[]): void {
    this.state = { history: messages, context: messages };
  }

  #change(change: (messages: readonly MessageParam[]) => readonly MessageParam[]): void {
    const { history, context } = this.state;
    const changed = change(history);
    this.state = {
      history: changed,
      context: behindCompaction(context === history ? changed : change(context)),
    };
  }
}
