import { defaultDocumentLimits, defaultRerankSettings, type Logger } from '@mneme/contract';
import { AccessLog, Embedding, type EngineContext, Queues } from '@mneme/contract/context';
import { createUuidV7 } from '@mneme/contract/ids';
import { parseOptions } from '@mneme/contract/input';
import { MemoryTelemetry, Telemetry } from '@mneme/contract/telemetry';
import { ruleExtractor } from '../extract/index.ts';
import { defaultDecay } from '../forgetting/index.ts';
import { Memory } from './memory.ts';
import { memoryFields } from './memory-fields.ts';
import type { MemoryOptions } from './memory-options.ts';
import { fillPending } from './reembed.ts';

const silent: Logger = { debug: () => {}, warn: () => {} };

/**
 * Opens a memory. Rejects with `embedder_mismatch` if the store was filled with another embedding model, and
 * with the backend's own errors if it cannot be opened.
 * @example
 * const memory = await createMemory({ backend, embedder });
 */
export async function createMemory(options: MemoryOptions): Promise<Memory> {
  const given = parseOptions(options, memoryFields, ['backend']);
  const { backend, embedder, clock = () => new Date(), logger = silent } = given;
  // Starts the backend while the embedder loads, perhaps a large table.
  backend.prepare?.();
  const identity = await embedder?.identity();
  const apart = given.documents === backend ? undefined : given.documents;
  for (const store of [backend, apart]) await store?.open({ embedder: identity });
  const makeUuid = createUuidV7();
  const { secrets = 'reject', extractor = ruleExtractor() } = given;
  const telemetry =
    given.telemetry && new MemoryTelemetry(new Telemetry(given.telemetry), { secrets });
  const known = embedder && identity && { embedder, identity, telemetry };
  const context: EngineContext = {
    backend,
    documents: apart?.documents ?? backend.documents,
    apart,
    queues: new Queues(),
    documentLimits: { ...defaultDocumentLimits, ...given.documentLimits },
    embedding: new Embedding(known, {
      calibration: given.calibration,
      logger,
    }),
    now: () => new Date(clock()).toISOString(),
    makeId: () => makeUuid(new Date(clock()).getTime()),
    logger,
    decay: { ...defaultDecay, ...given.decay },
    secrets,
    turnSecrets: given.secrets ?? 'mask',
    maxContentBytes: given.maxContentBytes ?? 32_768,
    maxStoreItems: given.maxStoreItems ?? 10_000,
    reranker: given.reranker,
    reranking: { ...defaultRerankSettings, ...given.reranking },
    judge: given.judge,
    ...(extractor !== 'none' && { extractor }),
    assistants: new Set(given.assistants?.map((name) => name.trim().toLowerCase())),
    accesses: new AccessLog(backend, { logger }),
    telemetry,
    calls: { active: 0 },
  };
  if (known !== undefined) await fillPending(context, known);
  telemetry?.watch(
    () => backend.estimate(context.now()),
    (backend.gauges ?? apart?.gauges)?.bind(backend.gauges === undefined ? apart : backend),
  );
  return new Memory(context);
}
