import type { MemoryBackendCase } from '../context.ts';
import { answersCases } from './answers.ts';
import { checkStoreCases } from './check-store.ts';
import { closeCases } from './close.ts';
import { commitCases } from './commit.ts';
import { concurrencyCases } from './concurrency.ts';
import { eraseCases } from './erase.ts';
import { largeCases } from './large.ts';
import { openCases } from './open.ts';
import { pagesCases } from './pages.ts';
import { scopesCases } from './scopes.ts';
import { spacesCases } from './spaces.ts';

/** Every rule of MemoryBackend. */
export const memoryBackendCases: readonly MemoryBackendCase[] = [
  ...openCases,
  ...answersCases,
  ...largeCases,
  ...pagesCases,
  ...commitCases,
  ...scopesCases,
  ...spacesCases,
  ...eraseCases,
  ...checkStoreCases,
  ...closeCases,
  ...concurrencyCases,
];
