import type { Episodes, MemoryScope } from '@mneme/core';

/**
 * The part of a memory that the agent uses: a scope of @mneme/core, or an application's own wrapper around one. Without
 * `recall` a prefetch has neither profile nor passages; without `episodes` turns are not stored; without `get` an
 * earlier block of the dialogue is not checked for memories that were replaced since; without `forget` there is no tool
 * memory_forget.
 */
export type AgentScope = Pick<MemoryScope, 'store' | 'retrieve' | 'delete'> &
  Partial<Pick<MemoryScope, 'recall' | 'get' | 'check' | 'forget'>> & {
    episodes?: Pick<Episodes, 'append'>;
  };
