import type {
  DocumentSummary,
  Extractor,
  Importance,
  MemoryCategory,
  MemoryRecord,
  MnemeError,
} from '@mneme/engine/contract';
import type { SkipReason } from '../extract/index.ts';
import type { WriteOptions } from '../records/index.ts';

/** How facts are made of what was said. What is absent has the default that is named here. */
export interface ConsolidateOptions extends WriteOptions {
  /** Default: every scope. */
  scope?: string;
  /** Makes the facts: an object, or its `extract` function alone. Default: the memory's own. */
  extractor?: Extractor | Extractor['extract'];
  /** Ask and report, and change nothing. Costs what a run costs. */
  dryRun?: boolean;
  /** The extractor is asked at most so often; what is left over waits for the next run. Default: no bound. */
  maxCalls?: number;
  /**
   * No call is made that could take the costs beyond this, in the extractor's unit; an extractor that does not say what a
   * call costs at most is taken to need what its dearest call has cost. Default: no bound.
   */
  maxCost?: number;
  /** New turns that are read at once, 1..200. Default: 20. */
  windowTurns?: number;
  /** Called after each window. */
  onProgress?: (progress: ConsolidateProgress) => void;
}

/** How far a run has come. */
export interface ConsolidateProgress {
  scope: string;
  session: string;
  /** So far, over all sessions: see {@link ConsolidateReport}. */
  windows: number;
  facts: number;
  calls: number;
  cost: number;
}

/** A session that could not be read to its end. It is gone on with in the next run. */
export interface ConsolidateFailure {
  scope: string;
  session: string;
  /** `extractor_failed` where the extractor threw. */
  error: MnemeError;
}

/** One fact that came of a run. */
export interface ConsolidatedFact {
  scope: string;
  session: string;
  /** Absent in a dry run where the fact is new. */
  id?: string;
  content: string;
  /** Absent: it is said of a person by name. */
  speaker?: string;
  category: MemoryCategory;
  importance: Importance;
  /** Ids of the turns. */
  evidence: string[];
  /** As `store` has it. */
  outcome: 'created' | 'confirmed' | 'superseded' | 'merged' | 'rejected';
}

/** What came of a run. */
export interface ConsolidateReport {
  /** True: nothing was changed. */
  dryRun: boolean;
  /** Sessions of which something was read. */
  sessions: number;
  /** New turns that were read. */
  turns: number;
  /** Windows that were read to their end. */
  windows: number;
  /** New facts, those that took the place of others among them. */
  facts: number;
  /** Facts that were known already, and count as confirmed now. */
  confirmed: number;
  /** What was not stored, by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** How often the extractor was asked. */
  calls: number;
  /** In the extractor's unit; 0 where it tells none. */
  cost: number;
  /** The extractor's counters, added up. */
  usage: Record<string, number>;
  /** Why the run ended before all was read: a bound, or five calls in a row that failed. */
  stopped?: 'max_calls' | 'max_cost' | 'failing';
  failures: ConsolidateFailure[];
  /** Fact by fact, in the order in which they were decided. */
  made: ConsolidatedFact[];
}

/** What a memory rests on, and what rests on it. */
export interface EvidenceReport {
  /** The memory that was asked about. */
  memory: MemoryRecord;
  /** The turns that it rests on, in order of time. */
  turns: MemoryRecord[];
  /** The documents that it rests on. */
  documents: DocumentSummary[];
  /** Other memories that it rests on. */
  memories: MemoryRecord[];
  /** Ids of evidence that is gone. */
  gone: string[];
  /** Facts that rest on it, newest first; at most 100. */
  facts: MemoryRecord[];
}
