import type { DocumentBackendCase } from '../context.ts';
import { answersCases } from './answers.ts';
import { concurrencyCases } from './concurrency.ts';
import { erasureCases } from './erasure.ts';
import { pagesCases } from './pages.ts';
import { withRecordsCases } from './with-records.ts';

/** Every rule for a document backend. */
export const documentBackendCases: readonly DocumentBackendCase[] = [
  ...answersCases,
  ...pagesCases,
  ...concurrencyCases,
  ...erasureCases,
  ...withRecordsCases,
];
