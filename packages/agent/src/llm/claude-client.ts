import type { Anthropic } from '@anthropic-ai/sdk';

/** The used part of an `Anthropic` client. Clients of other platforms may have no batches. */
export interface ClaudeClient {
  /** The endpoints of the client. */
  messages: Pick<Anthropic['messages'], 'create'> & {
    batches?: Pick<Anthropic['messages']['batches'], 'create' | 'retrieve' | 'results' | 'cancel'>;
  };
}
