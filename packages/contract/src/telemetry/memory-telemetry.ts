import { maskSecrets } from '@mneme/secrets';
import { guardedKinds, type SecretPolicy } from '../gate/index.ts';
import {
  type BackendGauges,
  type EmbedderIdentity,
  MnemeError,
  type StoreEstimate,
  type TelemetryAttributes,
  type TelemetryCounter,
  type TelemetryGauge,
  type TelemetryHistogram,
  type TelemetryObservation,
} from '../interfaces/index.ts';
import type { Telemetry } from './telemetry.ts';

/** The operations that the GenAI conventions name, and (the last lines) those that they lack. */
export type MemoryOperation =
  | 'create_memory_store'
  | 'delete_memory_store'
  | 'create_memory'
  | 'update_memory'
  | 'upsert_memory'
  | 'search_memory'
  | 'delete_memory'
  | 'get_memory'
  | 'list_memory'
  | 'explain_memory'
  | 'prune_memory'
  | 'settle_memory'
  | 'consolidate_memory'
  | 'reembed_memory'
  | 'examine_memory';

/** A memory or document, as spans show its content. */
export interface CapturedMemory {
  id?: string;
  content?: unknown;
  score?: number;
}

/** How telemetry describes one call on a memory. */
export interface MemoryCall<T> {
  operation: MemoryOperation;
  /** The name of a scope: shown only with `captureScopes`. */
  scope?: string;
  /** Of a document store, also one that the call made. */
  storeId?: string | ((result: T) => string | undefined);
  recordId?: unknown;
  /** Number of memories that the call returned or tried to change. Default: of `records`. */
  count?: (result: T) => number;
  /** The outcome of each stored text. */
  outcomes?: (result: T) => readonly string[];
  query?: unknown;
  /** Texts that were stored or found. */
  records?: (result: T) => readonly CapturedMemory[];
}

/** Buckets for the number of memories in an answer. */
const countBoundaries = [0, 1, 2, 5, 10, 20, 50, 100, 1000];

/** The spans and metrics of one open memory. */
export class MemoryTelemetry {
  /** The telemetry that it is built on, for other packages. */
  readonly telemetry: Telemetry;
  readonly #durations: TelemetryHistogram | undefined;
  readonly #found: TelemetryHistogram | undefined;
  readonly #empty: TelemetryCounter | undefined;
  readonly #outcomes: TelemetryCounter | undefined;
  readonly #active: TelemetryCounter | undefined;
  readonly #mask: (text: string) => string;
  #gauges: (() => void)[] = [];

  constructor(telemetry: Telemetry, { secrets }: { secrets: SecretPolicy }) {
    const { meter } = telemetry;
    // Masks secrets even if the policy allows them in the store.
    const kinds = new Set([...guardedKinds('mask'), ...guardedKinds(secrets)]);
    this.#mask = (text) => maskSecrets(text, kinds);
    this.telemetry = telemetry;
    this.#durations = telemetry.durations(
      'gen_ai.client.operation.duration',
      'How long an operation took.',
    );
    this.#found = meter?.createHistogram('mneme.search.memories', {
      unit: '{memory}',
      description: 'Memories in the answer of a search.',
      advice: { explicitBucketBoundaries: countBoundaries },
    });
    this.#empty = meter?.createCounter('mneme.search.empty', {
      unit: '{search}',
      description: 'Searches that found nothing.',
    });
    this.#outcomes = meter?.createCounter('mneme.stored', {
      unit: '{memory}',
      description: 'Texts that were stored, by outcome.',
    });
    this.#active = meter?.createUpDownCounter('mneme.operations.active', {
      unit: '{operation}',
      description: 'Active operations, including waiting ones.',
    });
  }

  /** Runs a call within its span. */
  async run<T>(call: MemoryCall<T>, work: () => Promise<T>): Promise<T> {
    const { operation } = call;
    const known = { 'gen_ai.operation.name': operation };
    this.#active?.add(1, known);
    try {
      return await this.telemetry.run<T>(
        {
          name: operation,
          attributes: { ...known, ...this.#before(call) },
          result: (result) => resultOf(call, result),
          content: (result) => this.#contentOf(call, result),
          measure: (seconds, end) => {
            if ('errorType' in end) {
              this.#durations?.record(seconds, { ...known, 'error.type': end.errorType });
            } else {
              this.#durations?.record(seconds, known);
              this.#count(call, end.result);
            }
          },
        },
        work,
      );
    } finally {
      this.#active?.add(-1, known);
    }
  }

  /** Runs a call of an embedder within its own span. */
  embed<T>({ name }: EmbedderIdentity, work: () => Promise<T>): Promise<T> {
    const known = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': name };
    return this.telemetry.run<T>(
      {
        name: `embeddings ${name}`,
        attributes: known,
        measure: (seconds, end) =>
          this.#durations?.record(
            seconds,
            'errorType' in end ? { ...known, 'error.type': end.errorType } : known,
          ),
      },
      work,
    );
  }

  /** Makes the size of the store a gauge, and how it uses this process. */
  watch(stats: () => Promise<StoreEstimate>, gauges?: () => BackendGauges): void {
    const { meter } = this.telemetry;
    if (meter === undefined) return;
    const read = shared(stats);
    const memories = meter.createObservableGauge('mneme.store.memories', {
      unit: '{memory}',
      description: 'Memories in the store, of all scopes.',
    });
    const size = meter.createObservableGauge('mneme.store.size', {
      unit: 'By',
      description: 'Bytes of the store, if known.',
    });
    this.#observe(memories, async (result) => {
      const { current, superseded, expired } = await read();
      for (const [state, count] of Object.entries({ current, superseded, expired }))
        result.observe(count, { 'mneme.state': state });
    });
    this.#observe(size, async (result) => {
      const { bytes } = await read();
      if (bytes !== undefined) result.observe(bytes);
    });
    if (gauges === undefined) return;
    for (const [name, { read, counts = false, ...options }] of Object.entries(gaugesOfBackend)) {
      const gauge = counts
        ? meter.createObservableCounter(name, options)
        : meter.createObservableGauge(name, options);
      this.#observe(gauge, async (result) => {
        for (const [value, attributes] of read(gauges()))
          if (value !== undefined) result.observe(value, attributes);
      });
    }
  }

  /** Removes the gauge. */
  close(): void {
    for (const stop of this.#gauges) stop();
    this.#gauges = [];
  }

  #observe(gauge: TelemetryGauge, observe: (result: TelemetryObservation) => Promise<void>): void {
    gauge.addCallback(observe);
    this.#gauges.push(() => gauge.removeCallback(observe));
  }

  #before<T>({ scope, storeId, recordId }: MemoryCall<T>): TelemetryAttributes {
    const store = storeId ?? (this.telemetry.captureScopes ? scope : undefined);
    return {
      ...(typeof store === 'string' ? { 'gen_ai.memory.store.id': store } : {}),
      ...(isId(recordId) ? { 'gen_ai.memory.record.id': recordId } : {}),
    };
  }

  #contentOf<T>({ query, records }: MemoryCall<T>, result: T): TelemetryAttributes {
    const masked = (text: unknown) => (typeof text === 'string' ? this.#mask(text) : '');
    const shown = records?.(result).map(({ id, content, score }) => ({
      content: masked(content),
      id,
      score,
    }));
    return {
      ...(query === undefined ? {} : { 'gen_ai.memory.query.text': masked(query) }),
      ...(shown === undefined ? {} : { 'gen_ai.memory.records': JSON.stringify(shown) }),
    };
  }

  #count<T>(call: MemoryCall<T>, result: T): void {
    const { operation, outcomes } = call;
    const found = countOf(call, result);
    if (operation === 'search_memory' && found !== undefined) {
      this.#found?.record(found);
      if (found === 0) this.#empty?.add(1);
    }
    for (const outcome of outcomes?.(result) ?? [])
      this.#outcomes?.add(1, { 'mneme.outcome': outcome });
  }
}

interface BackendGauge {
  unit: string;
  description: string;
  /** It only grows. */
  counts?: true;
  read(gauges: BackendGauges): [value: number | undefined, attributes?: TelemetryAttributes][];
}

/** Names of connections by the conventions for databases. */
const gaugesOfBackend: Readonly<Record<string, BackendGauge>> = {
  'db.client.connection.count': {
    unit: '{connection}',
    description: 'Open connections to the database.',
    read: ({ connections: { open, idle } = { open: undefined, idle: 0 } }) =>
      open === undefined
        ? []
        : [
            [idle, { 'db.client.connection.state': 'idle' }],
            [open - idle, { 'db.client.connection.state': 'used' }],
          ],
  },
  'db.client.connection.max': {
    unit: '{connection}',
    description: 'Connections that may be open.',
    read: ({ connections }) => [[connections?.max]],
  },
  'db.client.connection.pending_requests': {
    unit: '{request}',
    description: 'Calls that wait for a connection.',
    read: ({ connections }) => [[connections?.waiting]],
  },
  'mneme.index.scopes': {
    unit: '{scope}',
    description: 'Scopes whose index is cached.',
    read: ({ indexes }) => [[indexes?.scopes]],
  },
  'mneme.index.size': {
    unit: 'By',
    description: 'Memory of cached indexes and records.',
    read: ({ indexes }) => [[indexes?.bytes]],
  },
  'mneme.index.lookups': {
    unit: '{lookup}',
    description: 'Uses of an index, by whether it was cached.',
    counts: true,
    read: ({ indexes }) => [
      [indexes?.hits, { 'mneme.cached': true }],
      [indexes?.misses, { 'mneme.cached': false }],
    ],
  },
  'mneme.index.evictions': {
    unit: '{scope}',
    description: 'Indexes that were dropped for lack of room.',
    counts: true,
    read: ({ indexes }) => [[indexes?.evictions]],
  },
};

/** A caller may pass anything as an id, even a whole text, so it is shown only if it is one. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value);
}

function countOf<T>({ count, records }: MemoryCall<T>, result: T): number | undefined {
  return count === undefined ? records?.(result).length : count(result);
}

function resultOf<T>(call: MemoryCall<T>, result: T): TelemetryAttributes {
  const { storeId } = call;
  const count = countOf(call, result);
  const made = typeof storeId === 'function' ? storeId(result) : undefined;
  return {
    ...(made === undefined ? {} : { 'gen_ai.memory.store.id': made }),
    ...(count === undefined ? {} : { 'gen_ai.memory.record.count': count }),
  };
}

/** Concurrent reads share one answer. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

/** What every call of an open memory runs with. */
export interface Observer {
  /** Absent: no spans and no metrics. */
  telemetry?: MemoryTelemetry;
  /** Number of active calls, including waiting ones. */
  calls: { active: number };
}

/** More calls than a program can need at once; each that waits takes some kilobytes. */
const mostCalls = 10_000;

/**
 * Runs a call, within a span if there is telemetry. Rejects with `unavailable` while {@link mostCalls} others are
 * active.
 */
export async function observed<T>(
  { telemetry, calls }: Observer,
  call: MemoryCall<T>,
  work: () => Promise<T>,
): Promise<T> {
  if (calls.active >= mostCalls)
    throw new MnemeError(
      'unavailable',
      `${mostCalls} calls of this memory are active, and nothing of this one was done: wait for some of them, then call again`,
    );
  calls.active += 1;
  try {
    return await (telemetry === undefined ? work() : telemetry.run(call, work));
  } finally {
    calls.active -= 1;
  }
}
