import type {
  Document,
  DocumentActor,
  DocumentEntry,
  DocumentSummary,
  DocumentVersion,
  StoreInfo,
} from '@mneme/core/documents';
import { z } from 'zod';
import { apiErrorTypes } from '../http/api-error.ts';
import { time } from './requests.ts';

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
    }),
    request_id: z.string(),
  })
  .meta({ id: 'Error' });

export type WireStore = z.infer<typeof storeSchema>;
export type WireMemory = z.infer<typeof memorySchema>;
export type WirePrefix = z.infer<typeof prefixSchema>;
export type WireVersion = z.infer<typeof versionSchema>;
export type View = 'basic' | 'full';

export function toWireStore(store: StoreInfo): WireStore {
  return {
    id: store.id,
    type: 'memory_store',
    name: store.name,
    description: store.description,
    metadata: store.metadata,
    created_at: store.createdAt,
    updated_at: store.updatedAt,
    archived_at: store.archivedAt ?? null,
  };
}

export function toWireMemory(document: Document | DocumentSummary, view: View): WireMemory {
  return {
    id: document.id,
    type: 'memory',
    memory_store_id: document.storeId,
    memory_version_id: document.versionId,
    path: document.path,
    content: view === 'full' ? (document.content ?? null) : null,
    content_sha256: document.contentSha256,
    content_size_bytes: document.contentSizeBytes,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
}

export function toWireItem(entry: DocumentEntry, view: View): WireMemory | WirePrefix {
  if (entry.type === 'prefix') return { type: 'memory_prefix', path: entry.path };
  return toWireMemory(entry, view);
}

export function toWireVersion(version: DocumentVersion, view: View): WireVersion {
  return {
    id: version.id,
    type: 'memory_version',
    memory_store_id: version.storeId,
    memory_id: version.documentId,
    operation: version.operation,
    path: version.path ?? null,
    content: view === 'full' ? (version.content ?? null) : null,
    content_sha256: version.contentSha256 ?? null,
    content_size_bytes: version.contentSizeBytes ?? null,
    created_at: version.createdAt,
    created_by: toWireActor(version.createdBy),
    redacted_at: version.redactedAt ?? null,
    redacted_by: toWireActor(version.redactedBy),
  };
}

function toWireActor(actor: DocumentActor | undefined): WireVersion['created_by'] {
  switch (actor?.type) {
    case undefined:
      return null;
    case 'api_actor':
      return { type: actor.type, api_key_id: actor.apiKeyId };
    case 'session_actor':
      return { type: actor.type, session_id: actor.sessionId };
    case 'user_actor':
      return { type: actor.type, user_id: actor.userId };
    case 'service_account_actor':
      return { type: actor.type, service_account_id: actor.serviceAccountId };
  }
}
