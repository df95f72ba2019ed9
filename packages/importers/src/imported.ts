import type { Importance, MemoryMetadata, MemorySource, StoreInput } from '@mneme/core';

/** Something that another program keeps as one memory: a fact, or whatever `input.kind` says. */
export interface ImportedFact {
  kind: 'fact';
  /** Where it stands in the source, for people: `line 7`, `conversations.json, item 3`. */
  at: string;
  /** The source's own notion of whose it is. */
  scope?: string;
  /** `externalId` is made of the source's own id, so the same thing is found again. */
  input: StoreInput & {
    occurredAt?: string;
    expiresAt?: string;
    source: MemorySource & { externalId: string };
  };
  /** Known by `externalId` alone; equal words under another id are for the rules of a store. Default: false. */
  byId?: boolean;
}

/** One thing that was said in a conversation. */
export interface ImportedTurn {
  kind: 'turn';
  /** As of a fact. */
  at: string;
  /** As of a fact. */
  scope?: string;
  /** The same for all turns of a conversation, and for no other one's. */
  session: string;
  /** Its place in the session. Default: behind the last one. */
  sequence?: number;
  content: string;
  speaker?: string;
  /** ISO 8601 in UTC. */
  occurredAt?: string;
  expiresAt?: string;
  importance?: Importance;
  tags?: string[];
  metadata?: MemoryMetadata;
  /** `externalId` is the source's own id, if it has one: the same turn is found again by it, and another text under it takes its place. */
  source?: { externalId: string; [key: string]: unknown };
}

/** Something that stays behind, and why. */
export interface ImportedSkip {
  kind: 'skip';
  /** As of a fact. */
  at: string;
  reason: SkipReason;
  /** How many of them. Default: 1. */
  count?: number;
  /** What is wrong, where something is. Its presence makes the skip a fault. */
  problem?: string;
}

/** What a reader makes of a source, in the source's order. */
export type Imported = ImportedFact | ImportedTurn | ImportedSkip;

/** Why something stays behind. Those that are faults are told one by one. */
export const skipReasons = {
  /** Cannot be read: not of the format, wrong encoding, or cut off. */
  broken: 'cannot be read',
  /** A text that holds a password, a key or the like. */
  secret_refused: 'holds a secret',
  /** The memory does not take it: the message says what is wrong. */
  refused: 'not taken by the memory',
  /** Has no text. */
  empty: 'has no text',
  /** Instructions of the program, no part of the dialogue. */
  system: 'instructions of the program',
  /** Calls of tools and their answers. */
  tool: 'calls and answers of tools',
  /** The thoughts of a model. */
  reasoning: 'thoughts of a model',
  /** Hidden from the user by the program itself. */
  hidden: 'hidden by the program',
  /** Versions of an answer or a question that were given up. */
  other_branch: 'given up for another version',
  /** Images, audio and files. */
  media: 'images, audio and files',
  /** Deleted in the source. */
  deleted: 'deleted there',
  /** Switched off in the source. */
  disabled: 'switched off there',
  /** Its time is over. */
  expired: 'expired',
  /** Replaced in the source, and nothing says since when. */
  superseded: 'replaced there',
  /** Something that is no memory: entities, settings, indexes. */
  not_a_memory: 'not a memory',
  /** Another text stands at its place in the conversation already. */
  changed_turn: 'another text is there already',
} as const satisfies Record<string, string>;

/** See {@link skipReasons}. */
export type SkipReason = keyof typeof skipReasons;

/** A skip of something that was expected to stay behind. */
export function skip(at: string, reason: SkipReason, count = 1): ImportedSkip {
  return { kind: 'skip', at, reason, count };
}

/** A skip of something that should have come along. */
export function broken(at: string, problem: string): ImportedSkip {
  return { kind: 'skip', at, reason: 'broken', problem };
}
