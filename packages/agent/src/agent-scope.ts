import type { MemoryScope } from '@mneme/core';

/** What the agent needs of a memory: a scope of @mneme/core, or an application's own wrapper around one. */
export type AgentScope = Pick<MemoryScope, 'store' | 'retrieve' | 'delete'>;
