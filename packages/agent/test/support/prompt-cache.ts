import { createHash } from 'node:crypto';
import type { MessageParam } from '../../src/index.ts';
import { blocksOf } from '../../src/messages.ts';
import type { RequestBody } from './scripted-server.ts';

const lookBack = 20;

/**
 * What a prompt cache would read and write, by the API's rule: a prefix (tools, then system, then messages) is
 * written at every block with `cache_control`, and read where an earlier request wrote the same prefix, at most 20
 * blocks before a breakpoint.
 */
export function createPromptCache() {
  const written = new Set<string>();
  return {
    account(
      body: RequestBody,
      count: (messages: readonly MessageParam[]) => number,
    ): { read: number; created: number } {
      const blocks = prefixBlocks(body);
      const total = count(body.messages);
      const size = blocks.reduce((sum, block) => sum + block.text.length, 0);
      const hash = createHash('sha256');
      let length = 0;
      const prefixes = blocks.map((block) => {
        hash.update(block.text).update('\0');
        length += block.text.length;
        return {
          digest: hash.copy().digest('hex'),
          tokens: Math.round((total * length) / size),
          breakpoint: block.breakpoint,
        };
      });
      const breakpoints = prefixes.flatMap((prefix, index) => (prefix.breakpoint ? [index] : []));
      const last = breakpoints.at(-1);
      if (last === undefined) return { read: 0, created: 0 };
      let read = 0;
      for (const at of breakpoints) {
        for (let back = at; back >= Math.max(0, at - lookBack); back--) {
          const prefix = prefixes[back]!;
          if (written.has(prefix.digest)) read = Math.max(read, prefix.tokens);
        }
      }
      for (const at of breakpoints) written.add(prefixes[at]!.digest);
      return { read, created: Math.max(0, prefixes[last]!.tokens - read) };
    },
  };
}

function prefixBlocks(body: RequestBody): { text: string; breakpoint: boolean }[] {
  const system = typeof body.system === 'string' ? [{ text: body.system }] : (body.system ?? []);
  const messages = body.messages.flatMap((message) =>
    blocksOf(message).map((block) => ({ role: message.role, ...block })),
  );
  return [...(body.tools ?? []), ...system, ...messages].map((block) => {
    const { cache_control, ...rest } = block as { cache_control?: object | null };
    return { text: JSON.stringify(rest), breakpoint: !!cache_control };
  });
}
