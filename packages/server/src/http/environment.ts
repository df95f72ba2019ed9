import type { MemoryScope } from '@mneme/core';
import type { Context } from 'hono';
import type { ApiKey } from '../keys/keys.ts';

/** What middleware leaves for handlers. */
export interface AppEnvironment {
  Variables: {
    requestId: string;
    key: ApiKey;
    scope: MemoryScope;
    /** The request names only the older beta. */
    olderDialect: boolean;
  };
}

export type AppContext = Context<AppEnvironment>;
