import type { Episodes, MemoryScope } from '@mneme/core';

/**
 * What the agent needs of a memory: a scope of @mneme/core, or an application's own wrapper around one. Without
 * `recall` a prefetch has neither profile nor passages; without `episodes` the dialogue is not kept; without `get` a block that was prefetched earlier in the dialogue
 * is not checked for memories that others replaced since.
 */
export type AgentScope = Pick<MemoryScope, 'store' | 'retrieve' | 'delete'> &
  Partial<Pick<MemoryScope, 'recall' | 'get' | 'check' | 'maxQueryBytes'>> & {
    episodes?: Pick<Episodes, 'append'>;
  };
