import type {
  Backend,
  ConflictJudge,
  DecaySettings,
  DocumentBackend,
  DocumentLimits,
  Extractor,
  Logger,
  MemoryBackend,
  Reranker,
  RerankSettings,
} from '../contract/index.ts';
import type { SecretPolicy } from '../gate/index.ts';
import type { MemoryTelemetry } from '../telemetry/index.ts';
import type { AccessLog } from './access-log.ts';
import type { Embedding } from './embedding.ts';
import type { Turns } from './turns.ts';

/** What every call of an open memory works with. */
export interface EngineContext {
  backend: MemoryBackend;
  /** Absent: this memory keeps no documents. */
  documents?: DocumentBackend;
  /** The place of the documents, where it is not that of the records. */
  apart?: Backend;
  documentLimits: DocumentLimits;
  /** Mutex for writers of documents that lost a race. */
  turns: Turns;
  embedding: Embedding;
  /** The present, as ISO 8601. */
  now(): string;
  makeId(): string;
  logger: Logger;
  decay: DecaySettings;
  secrets: SecretPolicy;
  maxContentBytes: number;
  maxQueryBytes: number;
  maxStoreItems: number;
  reranker?: Reranker;
  reranking: RerankSettings;
  judge?: ConflictJudge;
  /** Reads turns as they are appended. */
  extractor?: Extractor;
  /** Names under which assistants speak, in lower case. */
  assistants: ReadonlySet<string>;
  accesses: AccessLog;
  /** Absent: nothing is traced or measured. */
  telemetry?: MemoryTelemetry;
}
