import type { Memory, MemoryScope } from '@mneme/core';
import type { Context } from 'hono';
import type { ApiKey, Keys } from '../keys/keys.ts';
import type { Slot } from './admission.ts';
import type { FailureCodes } from './failure-codes.ts';

/** An OpenAPI 3.1 document, as JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  paths?: object;
  components?: object;
}

/** What operations beside the API use. */
export interface Services {
  memory: Memory;
  keys: Keys;
  description(): OpenApiDocument;
  /** Rejects if memory or keys cannot be read. */
  ready(): Promise<readonly { name: string }[]>;
  /** Aborted when the server begins to stop. */
  stopping?: AbortSignal;
}

/** What middleware passes to handlers. */
export interface AppEnvironment {
  Variables: {
    requestId: string;
    /** The client's address, as far as it is known. */
    client: string;
    /** What the log says about a failure. Absent: there was none. */
    failure?: FailureCodes;
    services: Services;
    slot: Slot;
    key: ApiKey;
    scope: MemoryScope;
    /** The request names only the older beta. Absent outside the API of memory stores. */
    olderDialect?: boolean;
  };
}

export type AppContext = Context<AppEnvironment>;
