import { type Backend, type BackendWithDocuments, keepsDocuments } from '../contract/index.ts';
import { having, invalid } from './fields.ts';

const advice = 'give a backend that keeps documents';

/** Checks a backend that has documents. */
export function parsePlace(value: unknown, field: string): BackendWithDocuments {
  const backend = having<Backend>('open', advice)(value, field);
  if (keepsDocuments(backend)) return backend;
  throw invalid(field, 'keeps no documents', advice);
}
