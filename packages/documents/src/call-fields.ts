import {
  actorIdField,
  type DocumentActor,
  type DocumentPrecondition,
  documentOperations,
  type MnemeError,
} from '@mneme/contract';
import {
  asGiven,
  callback,
  choice,
  type FieldsOf,
  form,
  integer,
  invalid,
  isList,
  listOf,
  type Parse,
  pageFields,
  parseFields,
  parseFlag,
  parseKey,
  parseName,
  parseObject,
  parseReason,
  parseSignal,
  parseText,
  parseTime,
} from '@mneme/contract/input';
import type {
  CreateDocumentInput,
  CreateStoreInput,
  DeleteDocumentOptions,
  DocumentCallOptions,
  ExpireOptions,
  ImportOptions,
  ListDocumentsOptions,
  ListStoresOptions,
  ListVersionsOptions,
  SearchDocumentsOptions,
  UpdateDocumentInput,
  UpdateStoreInput,
} from './document-api.ts';
import { checkPath, checkPathPrefix, maxPathSegments } from './rules/document-path.ts';
import { maxMetadataPairs } from './rules/patch-store.ts';

/** The inputs and options of each call on documents. A missing field does not compile. */

const actorId: Parse<string> = (value, field) => parseName(value, field, 1024);
const actorForm = form(
  {
    type: choice(Object.keys(actorIdField) as DocumentActor['type'][]),
    apiKeyId: actorId,
    sessionId: actorId,
    userId: actorId,
    serviceAccountId: actorId,
  },
  ['type'],
);

export function parseActor(value: unknown, field: string): DocumentActor {
  const given = actorForm(value, field);
  const name = actorIdField[given.type];
  return { type: given.type, [name]: actorId(given[name], `${field}.${name}`) } as DocumentActor;
}

const path: Parse<string> = (value, field) => checkPath(value, { field });
const pathPrefix: Parse<string> = (value, field) => checkPathPrefix(value, { field });
const limit = integer({ min: 1, max: 1000 });

export const callFields = {
  actor: parseActor,
  reason: parseReason,
  signal: parseSignal,
} satisfies FieldsOf<DocumentCallOptions>;

export const openFields = { create: parseFlag };

export const createStoreFields = {
  name: checkStoreName,
  description: checkDescription,
  metadata(value: unknown): Record<string, string> {
    const pairs = checkMetadataPatch(value);
    if (pairs.size > maxMetadataPairs) throw tooManyPairs();
    const checked = [...pairs].map(([key, value]): [string, string] => {
      if (value !== undefined) return [key, value];
      throw invalid(`metadata.${key}`, 'must be a string');
    });
    return Object.fromEntries(checked);
  },
} satisfies FieldsOf<CreateStoreInput>;

export const updateStoreFields = {
  name: checkStoreName,
  description: checkDescription,
  metadata: checkMetadataPatch,
} satisfies FieldsOf<UpdateStoreInput>;

export const listStoresFields = {
  includeArchived: parseFlag,
  createdFrom: parseTime,
  createdTo: parseTime,
  limit,
  ...pageFields,
} satisfies FieldsOf<ListStoresOptions>;

export const createDocumentFields = {
  path,
  content: asGiven<string>(),
} satisfies FieldsOf<CreateDocumentInput>;

export const updateDocumentFields = {
  path,
  content: asGiven<string>(),
  precondition: checkPrecondition,
} satisfies FieldsOf<UpdateDocumentInput>;

export const deleteDocumentFields = {
  ...callFields,
  precondition(value: unknown, field: string) {
    const precondition = checkPrecondition(value, field);
    if (precondition.type === 'content_sha256') return precondition;
    throw invalid(`${field}.type`, 'must be content_sha256 on a delete');
  },
} satisfies FieldsOf<DeleteDocumentOptions>;

type DocumentMove = { delete: string } | { rename: string; to: string };

/** The changes of `changeMany`. */
export function parseChanges(value: unknown): DocumentMove[] {
  return listOf((item, field) => {
    const named = parseFields(
      item,
      { delete: parseKey, rename: parseKey, to: path },
      { name: field },
    );
    const { delete: deleted, rename, to } = named;
    if (deleted !== undefined && rename === undefined && to === undefined)
      return { delete: deleted };
    if (deleted === undefined && rename !== undefined && to !== undefined) return { rename, to };
    throw invalid(field, 'must be { delete: ID } or { rename: ID, to: PATH }');
  })(value, 'changes');
}

export const listDocumentsFields = {
  pathPrefix,
  depth: integer({ min: 0, max: maxPathSegments }),
  withContent: parseFlag,
  limit,
  ...pageFields,
} satisfies FieldsOf<ListDocumentsOptions>;

export const searchDocumentsFields = {
  pathPrefix,
  limit: integer({ min: 1, max: 100 }),
  signal: parseSignal,
} satisfies FieldsOf<SearchDocumentsOptions>;

export const listVersionsFields = {
  documentId: parseKey,
  operation: choice(documentOperations),
  createdBy: parseActor,
  createdFrom: parseTime,
  createdTo: parseTime,
  withContent: parseFlag,
  limit,
  ...pageFields,
} satisfies FieldsOf<ListVersionsOptions>;

export const expireFields = {
  unreadForDays: integer({ min: 1, max: 36_500 }),
  dryRun: parseFlag,
  actor: parseActor,
  signal: parseSignal,
} satisfies FieldsOf<ExpireOptions>;

export const importFields = {
  ...callFields,
  onProgress: callback<NonNullable<ImportOptions['onProgress']>>(),
} satisfies FieldsOf<ImportOptions>;

const sha256Form = /^[0-9a-f]{64}$/;

function checkPrecondition(precondition: unknown, field: string): DocumentPrecondition {
  const { type, contentSha256 } = parseObject(precondition, field);
  const kind = choice(['content_sha256', 'not_exists'])(type, `${field}.type`);
  if (kind === 'not_exists') return { type: kind };
  if (typeof contentSha256 !== 'string' || !sha256Form.test(contentSha256)) {
    throw invalid(`${field}.contentSha256`, 'must be 64 lower-case hexadecimal characters');
  }
  return { type: kind, contentSha256 };
}

export function checkStoreName(name: unknown): string {
  const value = checkText(name, { field: 'name', max: 255 });
  if (value === '') throw invalid('name', 'must have 1 to 255 characters');
  // The check above counts code points; each has at most two UTF-16 units.
  return parseName(value, 'name', 510);
}

function checkDescription(description: unknown): string {
  return checkText(description, { field: 'description', max: 1024 });
}

/** Checks keys and values. `patchStore` checks the number of pairs, because it depends on the stored ones. */
function checkMetadataPatch(metadata: unknown): Map<string, string | undefined> {
  if (typeof metadata !== 'object' || metadata === null || isList(metadata)) {
    throw invalid('metadata', 'must be an object of strings');
  }
  const pairs = new Map<string, string | undefined>();
  for (const [key, value] of Object.entries(metadata)) {
    const field = `metadata.${key.slice(0, 64)}`;
    if (key === '') throw invalid('metadata', 'keys must have 1 to 64 characters');
    checkText(key, { field, max: 64 });
    pairs.set(key, value === null ? undefined : checkText(value, { field, max: 512 }));
  }
  return pairs;
}

export function tooManyPairs(): MnemeError {
  return invalid('metadata', `has more than ${maxMetadataPairs} pairs: drop some`);
}

/** Characters are code points. */
function checkText(value: unknown, { field, max }: { field: string; max: number }): string {
  const text = parseText(value, field);
  if (text.length > max && [...text].length > max)
    throw invalid(field, `must have at most ${max} characters`);
  return text;
}
