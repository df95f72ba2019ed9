import { type DocumentActor, documentOperations } from '@mneme/engine/contract';
import type { FieldsOf } from '@mneme/engine/input';
import {
  callback,
  choice,
  form,
  integer,
  invalid,
  type Parse,
  parseCursor,
  parseFields,
  parseFlag,
  parseKey,
  parseList,
  parseName,
  parsePageBytes,
  parseReason,
  parseSignal,
  parseTime,
} from '@mneme/engine/input';
import { checkPrecondition } from './check-options.ts';
import { checkDescription, checkMetadataPatch, checkStoreName } from './check-store-input.ts';
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

/** The inputs and options of each call on documents. A missing field does not compile. */

const idOf = {
  api_actor: 'apiKeyId',
  session_actor: 'sessionId',
  user_actor: 'userId',
  service_account_actor: 'serviceAccountId',
} as const satisfies Record<DocumentActor['type'], string>;

const actorId: Parse<string> = (value, field) => parseName(value, field, 1024);
const actorForm = form(
  {
    type: choice(Object.keys(idOf) as DocumentActor['type'][]),
    apiKeyId: actorId,
    sessionId: actorId,
    userId: actorId,
    serviceAccountId: actorId,
  },
  ['type'],
);

export function parseActor(value: unknown, field: string): DocumentActor {
  const given = actorForm(value, field);
  const name = idOf[given.type];
  return { type: given.type, [name]: actorId(given[name], `${field}.${name}`) } as DocumentActor;
}

/** Fields that the rules of documents check. */
function checkedLater<T>(): Parse<T> {
  return (value) => value as T;
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
  metadata(value: unknown) {
    checkMetadataPatch(value);
    return { ...(value as NonNullable<CreateStoreInput['metadata']>) };
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
  maxBytes: parsePageBytes,
  cursor: parseCursor,
} satisfies FieldsOf<ListStoresOptions>;

export const createDocumentFields = {
  path,
  content: checkedLater<string>(),
  ifTaken: choice(['refuse', 'overwrite']),
} satisfies FieldsOf<CreateDocumentInput>;

export const updateDocumentFields = {
  path,
  content: checkedLater<string>(),
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

/** The changes of `changeMany`. */
export function parseChanges(value: unknown) {
  return parseList(value, 'changes', (item, field) => {
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
  });
}

export const listDocumentsFields = {
  pathPrefix,
  depth: integer({ min: 0, max: maxPathSegments }),
  withContent: parseFlag,
  limit,
  maxBytes: parsePageBytes,
  cursor: parseCursor,
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
  maxBytes: parsePageBytes,
  cursor: parseCursor,
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
