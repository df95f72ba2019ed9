import type { Memory, MemoryScope, RecallOptions, RetrievedMemory } from '@mneme/core';
import type { Message, Person } from './users.mjs';

export interface Remembered {
  scope: MemoryScope;
  keys: Map<string, string>;
}

export function remember(memory: Memory, person: Person): Promise<Remembered>;
export function blockFor(
  message: Message,
  remembered: Remembered & { person: Person },
  options?: RecallOptions,
): Promise<{
  kind: Message['kind'];
  facts: boolean[];
  turns: boolean[];
  noise: RetrievedMemory[];
  quiet: boolean;
}>;
