import type {
  ConflictJudge,
  DocumentBackend,
  DocumentLimits,
  Embedder,
  EmbedderCalibration,
  EmbedderIdentity,
  Logger,
  MemoryBackend,
  Reranker,
  RerankSettings,
} from '../contract/index.ts';
import type { DecaySettings } from '../forgetting/index.ts';
import type { SecretPolicy } from '../secrets/index.ts';
import type { AccessLog } from './access-log.ts';
import type { Turns } from './turns.ts';

/** An embedder that has said what it is. */
export interface KnownEmbedder {
  embedder: Embedder;
  identity: EmbedderIdentity;
}

/** The embedder that the store is being changed over to by this memory. */
export interface NextEmbedder extends KnownEmbedder {
  /** Fulfilled when the change is over, whatever came of it. */
  settled: Promise<void>;
}

/** What every call of an open memory works with. */
export interface EngineContext {
  backend: MemoryBackend;
  /** Absent: this memory keeps no documents. */
  documents?: DocumentBackend;
  documentLimits: DocumentLimits;
  /** In which writers of documents that were outrun wait for each other. */
  turns: Turns;
  embedder?: Embedder;
  /** Of {@link embedder}. Both change, together, when the store is changed over to another one. */
  identity?: EmbedderIdentity;
  next?: NextEmbedder;
  calibration: EmbedderCalibration;
  /** What the user set of it, for any embedder. */
  givenCalibration?: Partial<EmbedderCalibration>;
  /** The present, as ISO 8601. */
  now(): string;
  makeId(): string;
  logger: Logger;
  decay: DecaySettings;
  secrets: SecretPolicy;
  maxContentBytes: number;
  reranker?: Reranker;
  reranking: RerankSettings;
  judge?: ConflictJudge;
  accesses: AccessLog;
}
