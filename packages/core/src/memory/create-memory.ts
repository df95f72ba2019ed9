import {
  type DocumentBackend,
  defaultDocumentLimits,
  defaultRerankSettings,
  type EmbedderIdentity,
  type Logger,
  type RerankSettings,
  referenceCalibration,
} from '../contract/index.ts';
import { AccessLog } from '../engine/access-log.ts';
import type { EngineContext } from '../engine/context.ts';
import { defaultDecay } from '../forgetting/index.ts';
import { createUuidV7 } from '../ids/index.ts';
import { invalid, parseChoice, parseInteger, parseObject } from '../input/fields.ts';
import { Memory } from './memory.ts';
import type { MemoryOptions } from './memory-options.ts';

const silent: Logger = { debug: () => {}, warn: () => {} };

/**
 * Opens a memory. Rejects with `embedder_mismatch` where the store was filled with another embedding model, and
 * with the backend's own errors where it cannot be opened.
 *
 * @example
 * const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder() });
 */
export async function createMemory(options: MemoryOptions): Promise<Memory> {
  const { backend, embedder, clock = () => new Date(), logger = silent } = parseOptions(options);
  const identity = await embedder?.identity();
  await backend.open({ embedder: identity });
  const makeUuid = createUuidV7();
  const context: EngineContext = {
    backend,
    documents: await openDocuments(options, identity),
    documentLimits: { ...defaultDocumentLimits, ...options.documentLimits },
    embedder,
    identity,
    calibration: { ...(embedder?.calibration ?? referenceCalibration), ...options.calibration },
    givenCalibration: options.calibration,
    now: () => new Date(clock()).toISOString(),
    makeId: options.makeId ?? (() => makeUuid(new Date(clock()).getTime())),
    logger,
    decay: { ...defaultDecay, ...options.decay },
    secrets: parseChoice(options.secrets ?? 'reject', 'secrets', ['reject', 'mask', 'allow']),
    maxContentBytes: parseInteger(options.maxContentBytes ?? 32_768, 'maxContentBytes', {
      min: 1,
      max: 10_000_000,
    }),
    reranker: options.reranker,
    reranking: parseReranking(options.reranking),
    judge: options.judge,
    accesses: new AccessLog(backend, { logger }),
  };
  return new Memory(context);
}

function parseOptions(options: MemoryOptions): MemoryOptions {
  const given = parseObject(options, 'options');
  if (typeof given.backend !== 'object' || given.backend === null) {
    throw invalid('backend', 'is missing: give one, such as sqliteBackend({ path })');
  }
  if (
    given.embedder !== undefined &&
    typeof (given.embedder as { embed?: unknown }).embed !== 'function'
  ) {
    throw invalid('embedder', 'has no embed function: give one, such as staticEmbedder()');
  }
  if (
    given.reranker !== undefined &&
    typeof (given.reranker as { rerank?: unknown } | null)?.rerank !== 'function'
  ) {
    throw invalid('reranker', 'has no rerank function: give one, such as transformersReranker()');
  }
  const days = [options.decay?.halfLifeDays, ...Object.values(options.decay?.byCategory ?? {})];
  if (days.some((value) => value !== undefined && !(value >= 0))) {
    throw invalid('decay', 'has a half-life that is no number of days: give 0 (no fading) or more');
  }
  return options;
}

function parseReranking(given: Partial<RerankSettings> = {}): RerankSettings {
  parseObject(given, 'reranking');
  const { candidates, weight, timeoutMs } = { ...defaultRerankSettings, ...given };
  if (!(Number.isFinite(weight) && weight >= 0)) {
    throw invalid('reranking.weight', 'is no weight: give a number of 0 or more');
  }
  return {
    candidates: parseInteger(candidates, 'reranking.candidates', { min: 1, max: 1000 }),
    weight,
    timeoutMs: parseInteger(timeoutMs, 'reranking.timeoutMs', { min: 1, max: 3_600_000 }),
  };
}

/** Those of the record backend are opened with it. */
async function openDocuments(
  { backend, documents = backend.documents }: MemoryOptions,
  identity: EmbedderIdentity | undefined,
): Promise<DocumentBackend | undefined> {
  if (documents !== backend.documents) await documents?.open({ embedder: identity });
  return documents;
}
