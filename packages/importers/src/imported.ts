import type { Importance, MemoryMetadata, MemorySource, StoreInput } from '@mneme/core';

interface Placed {
  /** Its place in the source, for people: `line 7`, `conversations.json, item 3`. */
  at: string;
  /** The owner according to the source. */
  scope?: string;
  /** Keys of the source that nothing is made of. */
  unknownKeys?: string[];
}

/** A memory of another program: a fact, or the kind in `input.kind`. */
export interface ImportedFact extends Placed {
  kind: 'fact';
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
export interface ImportedTurn extends Placed {
  kind: 'turn';
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
export interface ImportedSkip extends Omit<Placed, 'scope'> {
  kind: 'skip';
  reason: SkipReason;
  /** How many of them. Default: 1. */
  count?: number;
  /** What is wrong. If present, the skip is a problem. */
  problem?: string;
}

/** The items of a source, in order. */
export type Imported = ImportedFact | ImportedTurn | ImportedSkip;

type WithoutPlace<I> = I extends Imported ? Omit<I, 'at'> : never;
/** An item whose place the caller knows. */
export type Item = WithoutPlace<Imported>;

/** Items at a place. */
export function* placed(at: string, items: Iterable<Item>): Generator<Imported> {
  for (const item of items) yield { ...item, at };
}

/** Options of a reader. */
export interface ReadOptions {
  /** LangGraph: the field of a value with its text, as a path with dots. */
  textField?: string;
  /** A scope was given, so sources without owners can be read. */
  hasScope: boolean;
}

/** Why something is left out. Problems are reported one by one. */
export const skipReasons = {
  broken: 'cannot be read',
  secret_refused: 'contains a secret',
  refused: 'refused by the memory',
  empty: 'has no text',
  system: 'instructions of the program',
  tool: 'calls and answers of tools',
  reasoning: 'thoughts of a model',
  hidden: 'hidden by the program',
  other_branch: 'replaced by another version',
  media: 'images, audio and files',
  deleted: 'deleted there',
  disabled: 'switched off in the source',
  expired: 'expired',
  superseded: 'replaced there',
  not_a_memory: 'not a memory',
  changed_turn: 'the turn already has another text',
  forgotten: 'it was deleted here before',
} as const satisfies Record<string, string>;

/** See {@link skipReasons}. */
export type SkipReason = keyof typeof skipReasons;

/** Something that was left out as expected. */
export function skip(reason: SkipReason, count = 1): Item {
  return { kind: 'skip', reason, count };
}

/** Something that cannot be read, and why. */
export function broken(problem: string): Item {
  return { kind: 'skip', reason: 'broken', problem };
}
