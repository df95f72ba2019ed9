import type { SecretPolicy } from '../gate/index.ts';
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
} from '../interfaces/index.ts';
import type { Observer } from '../telemetry/index.ts';
import type { Accesses } from './access-log.ts';
import type { Embedding } from './embedding.ts';
import type { Queues } from './until-committed.ts';

/** What every call of an open memory uses. */
export interface EngineContext extends Observer {
  backend: MemoryBackend;
  /** Absent: this memory has no documents. */
  documents?: DocumentBackend;
  /** The backend of the documents, if it is not the backend of the records. */
  apart?: Backend;
  documentLimits: DocumentLimits;
  /** Where calls on one session, and writers that lost a race, wait for each other. */
  queues: Queues;
  embedding: Embedding;
  /** The current time, as ISO 8601. */
  now(): string;
  makeId(): string;
  logger: Logger;
  decay: DecaySettings;
  secrets: SecretPolicy;
  /** For the turns of conversations. */
  turnSecrets: SecretPolicy;
  maxContentBytes: number;
  maxStoreItems: number;
  reranker?: Reranker;
  reranking: RerankSettings;
  judge?: ConflictJudge;
  /** Extracts facts from turns as they are appended. */
  extractor?: Extractor;
  /** Names under which assistants speak, in lower case. */
  assistants: ReadonlySet<string>;
  accesses: Accesses;
}
