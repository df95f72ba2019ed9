import {
  afterPrefix,
  ancestorsOf,
  type DocumentLookUp,
  type DocumentLookUpRequest,
  type DocumentUsage,
  type InStore,
} from '@mneme/core/backend';
import type { Question } from '../rows/rows.ts';
import { scopeIn, scopeQuestion } from '../scopes/scope-writer.ts';
import { keyQuestions, requireStore, storeQuestion, toStore, toSummary } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';

export async function lookUpDocuments(
  { rows }: DocumentGround,
  { keys, paths, below, ...place }: DocumentLookUpRequest,
): Promise<DocumentLookUp> {
  const [stored, scope, ...found] = await rows.read(place.scope, [
    storeQuestion(place),
    scopeQuestion(place.scope),
    ...keyQuestions(place, keys),
    ...aroundQuestions(place, { paths, below }),
  ]);
  const store = toStore(requireStore(stored, place));
  const documents = new Map(found.flat().map((row) => [row.id, row]));
  return {
    store,
    usage: usageOf(scopeIn(scope)),
    documents: [...documents.values()].map(toSummary),
  };
}

/** The documents at paths and above them, and for each path a number of those below it. */
export function aroundQuestions(
  { scope, storeId }: InStore,
  { paths, below }: { paths: readonly string[]; below: number },
): Question[] {
  const above = new Set(paths.flatMap((path) => [...ancestorsOf(path), path]));
  const documents = { table: 'documents', index: 'by_path' };
  return [
    { ...documents, any: [...above].map((path) => [scope, storeId, path]) },
    ...paths.map((path) => ({
      ...documents,
      is: [scope, storeId],
      after: [`${path}/`],
      before: [afterPrefix(`${path}/`)],
      limit: below,
    })),
  ];
}

export function usageOf({ documents, bytes }: DocumentUsage): DocumentUsage {
  return { documents, bytes };
}
