import type { Route } from '../http/route.ts';
import { memoryRoutes } from './memories.ts';
import { memoryStoreRoutes } from './memory-stores.ts';
import { memoryVersionRoutes } from './memory-versions.ts';
import { recallRoutes } from './recall.ts';
import { recordRoutes } from './records.ts';
import { scopeRoutes } from './scope.ts';
import { sessionRoutes } from './sessions.ts';
import { settleRoutes } from './settle.ts';
import { systemRoutes } from './system.ts';

/** All routes of the server. They are mounted, and described in its OpenAPI document. */
export const routes: readonly Route[] = [
  ...systemRoutes,
  ...memoryStoreRoutes,
  ...memoryRoutes,
  ...memoryVersionRoutes,
  ...recordRoutes,
  ...recallRoutes,
  ...scopeRoutes,
  ...sessionRoutes,
  ...settleRoutes,
];
