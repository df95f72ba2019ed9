import type { Importance, MemoryMetadata, MemorySource, StoreInput } from '@mneme/core';

/** A memory of another program: a fact, or the kind in `input.kind`. */
export interface ImportedFact {
  kind: 'fact';
  /** Its place in the source, for people: `line 7`, `conversations.json, item 3`. */
  at: string;
  /** The owner according to the source. */
  scope?: string;
  /** `externalId` is computed from the source's own id, so that the same item is found again. */
  input: StoreInput & {
    occurredAt?: string;
    expiresAt?: string;
    source: MemorySource & { externalId: string };
  };
  /** Identified only by `externalId`; equal words with another id go through the conflict rules. Default: false. */
  byId?: boolean;
}

/** One turn of a conversation. */
export interface ImportedTurn {
  kind: 'turn';
  /** See {@link ImportedFact}. */
  at: string;
  /** See {@link ImportedFact}. */
  scope?: string;
  /** Unique for the conversation. */
  session: string;
  /** Its place in the session. Default: after the last one. */
  sequence?: number;
  content: string;
  speaker?: string;
  /** ISO 8601 in UTC. */
  occurredAt?: string;
  expiresAt?: string;
  importance?: Importance;
  tags?: string[];
  metadata?: MemoryMetadata;
  /**
   * `externalId` is the source's own id, if there is one: the same turn is found again by it, and a new text with it
   * replaces the turn.
   */
  source?: { externalId: string; [key: string]: unknown };
}

/** Something that is left out, and why. */
export interface ImportedSkip {
  kind: 'skip';
  /** See {@link ImportedFact}. */
  at: string;
  reason: SkipReason;
  /** How many of them. Default: 1. */
  count?: number;
  /** What is wrong. If present, the skip is a problem. */
  problem?: string;
}

/** The items of a source, in order. */
export type Imported = ImportedFact | ImportedTurn | ImportedSkip;

/** Options of a reader. */
export interface ReadOptions {
  /** LangGraph: the field of a value with its text, as a path with dots. */
  textField?: string;
  /** A scope was given, so sources without owners can be read. */
  hasScope: boolean;
}

/** Why something is left out. Problems are reported one by one. */
export const skipReasons = {
  /** Unreadable: not of the format, wrong encoding, or cut off. */
  broken: 'cannot be read',
  /** A text with a password, a key or the like. */
  secret_refused: 'contains a secret',
  /** The memory refuses it: the message says why. */
  refused: 'not taken by the memory',
  /** Has no text. */
  empty: 'has no text',
  /** Instructions of the program, not part of the dialogue. */
  system: 'instructions of the program',
  /** Calls of tools and their answers. */
  tool: 'calls and answers of tools',
  /** The thoughts of a model. */
  reasoning: 'thoughts of a model',
  /** Hidden from the user by the program itself. */
  hidden: 'hidden by the program',
  /** Abandoned versions of an answer or a question. */
  other_branch: 'given up for another version',
  /** Images, audio and files. */
  media: 'images, audio and files',
  /** Deleted in the source. */
  deleted: 'deleted there',
  /** Disabled in the source. */
  disabled: 'switched off there',
  /** Expired. */
  expired: 'expired',
  /** Replaced in the source, at an unknown time. */
  superseded: 'replaced there',
  /** Not a memory: entities, settings, indexes. */
  not_a_memory: 'not a memory',
  /** Another text is already at its place in the conversation. */
  changed_turn: 'another text is there already',
} as const satisfies Record<string, string>;

/** See {@link skipReasons}. */
export type SkipReason = keyof typeof skipReasons;

/** A skip that was expected. */
export function skip(at: string, reason: SkipReason, count = 1): ImportedSkip {
  return { kind: 'skip', at, reason, count };
}

/** A skip that is a problem. */
export function broken(at: string, problem: string): ImportedSkip {
  return { kind: 'skip', at, reason: 'broken', problem };
}
