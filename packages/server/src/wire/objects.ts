import type {
  Document,
  DocumentActor,
  DocumentSummary,
  DocumentVersion,
  StoreInfo,
} from '@mneme/core/documents';
import { z } from 'zod';
import { apiErrorTypes } from '../http/api-error.ts';
import { time, whole } from './shape.ts';

/** The objects of the API of memory stores. Only this API uses `null`. */

export const storeSchema = z
  .object({
    id: z.string(),
    type: z.literal('memory_store'),
    name: z.string(),
    description: z.string(),
    metadata: z.record(z.string(), z.string()),
    created_at: time,
    updated_at: time,
    archived_at: time.nullable(),
  })
  .meta({ id: 'MemoryStore' });

export const memorySchema = z
  .object({
    id: z.string(),
    type: z.literal('memory'),
    memory_store_id: z.string(),
    memory_version_id: z.string(),
    path: z.string(),
    content: z.string().nullable(),
    content_sha256: z.string(),
    content_size_bytes: z.int(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Memory' });

export const prefixSchema = z
  .object({ type: z.literal('memory_prefix'), path: z.string() })
  .meta({ id: 'MemoryPrefix' });

const actorSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('api_actor'), api_key_id: z.string() }),
    z.object({ type: z.literal('session_actor'), session_id: z.string() }),
    z.object({ type: z.literal('user_actor'), user_id: z.string() }),
    z.object({ type: z.literal('service_account_actor'), service_account_id: z.string() }),
  ])
  .meta({ id: 'Actor' });

export const versionSchema = z
  .object({
    id: z.string(),
    type: z.literal('memory_version'),
    memory_store_id: z.string(),
    memory_id: z.string(),
    operation: z.enum(['created', 'modified', 'deleted']),
    path: z.string().nullable(),
    content: z.string().nullable(),
    content_sha256: z.string().nullable(),
    content_size_bytes: z.int().nullable(),
    created_at: time,
    created_by: actorSchema.nullable(),
    redacted_at: time.nullable(),
    redacted_by: actorSchema.nullable(),
  })
  .meta({ id: 'MemoryVersion' });

export const deletedMemorySchema = z
  .object({ id: z.string(), type: z.literal('memory_deleted') })
  .meta({ id: 'DeletedMemory' });

export const deletedStoreSchema = z
  .object({ id: z.string(), type: z.literal('memory_store_deleted') })
  .meta({ id: 'DeletedMemoryStore' });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), next_page: z.string().nullable() });

export const errorSchema = z
  .object({
    type: z.literal('error'),
    error: z.object({
      type: z.enum(apiErrorTypes),
      message: z.string(),
      conflicting_memory_id: z.string().optional(),
      conflicting_path: z.string().optional(),
      code: z.enum(['storage_full', 'read_only']).optional(),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'Error' });

export const view = z.enum(['basic', 'full']).optional();
export const paging = {
  limit: whole(1, 100).optional(),
  page: z.string().min(1).optional().meta({ description: '`next_page` of the page before.' }),
};
export const createdAt = { 'created_at[gte]': time.optional(), 'created_at[lte]': time.optional() };

export const viewQuery = z.object({ view });

export type View = 'basic' | 'full';

/** The library's names of fields that the API names in another way than by underscores. */
const named: Readonly<Record<string, string>> = {
  memory_store_id: 'storeId',
  memory_version_id: 'versionId',
  memory_id: 'documentId',
};

/** Makes the API's object from the library's: null for what is absent. */
function rendering<Schema extends z.ZodObject>(schema: Schema) {
  const fields = Object.keys(schema.shape).map((name) => {
    const own = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return [name, named[name] ?? own] as const;
  });
  return (object: object) =>
    Object.fromEntries(
      fields.map(([name, own]) => [name, object[own as never] ?? null]),
    ) as z.output<Schema>;
}

const store = rendering(storeSchema);
const memory = rendering(memorySchema);
const version = rendering(versionSchema);

export function toWireStore(info: StoreInfo) {
  return store({ ...info, type: 'memory_store' });
}

export function toWireMemory(document: Document | DocumentSummary, view: View) {
  const content = view === 'full' ? document.content : undefined;
  return memory({ ...document, type: 'memory', content });
}

export function toWireVersion(found: DocumentVersion, view: View) {
  return version({
    ...found,
    type: 'memory_version',
    content: view === 'full' ? found.content : undefined,
    createdBy: toWireActor(found.createdBy),
    redactedBy: toWireActor(found.redactedBy),
  });
}

function toWireActor(actor: DocumentActor | undefined): object | undefined {
  const entries = Object.entries(actor ?? {}).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return actor && Object.fromEntries(entries);
}
