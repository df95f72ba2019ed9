import type { Memory, MemoryScope } from '@mneme/core';
import type { Context } from 'hono';
import type { ApiKey, Keys } from '../keys/keys.ts';
import type { Slot } from './admission.ts';

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
}

/** What middleware passes to handlers. */
export interface AppEnvironment {
  Variables: {
    requestId: string;
    services: Services;
    slot: Slot;
    key: ApiKey;
    scope: MemoryScope;
    /** The request names only the older beta. Absent outside the API of memory stores. */
    olderDialect?: boolean;
  };
}

export type AppContext = Context<AppEnvironment>;
