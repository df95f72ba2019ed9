import { type EmbedderIdentity, MnemeError } from '@mneme/core/contract';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from '../connection.ts';
import type { CollectionSettings } from '../options.ts';
import { vectorNameOf } from './identity.ts';
import { offersScopedRarity } from './server-version.ts';
import {
  assertSameEmbedder,
  readStorePoint,
  type StorePayload,
  storePointId,
} from './store-point.ts';

export const wordsVector = 'words';
/** 2: records have a kind. */
const schemaVersion = 2;

/** The store as it was found or made. */
export interface OpenedCollection {
  shards: number;
  /** Copies of each shard. */
  replicas: number;
  quantized: boolean;
  /** The server can weigh words by their rarity in a scope. */
  scopedRarity: boolean;
}

const indexes: Record<string, Schemas['PayloadFieldSchema']> = {
  scope: { type: 'keyword', is_tenant: true },
  contentKey: 'keyword',
  matter: 'keyword',
  kind: 'keyword',
  category: 'keyword',
  importance: 'integer',
  tags: 'keyword',
  facets: 'keyword',
  session: 'keyword',
  sequence: 'float',
  externalId: 'keyword',
  createdAtMs: 'integer',
  occurredAtMs: 'integer',
  expiresAtMs: 'integer',
  validToMs: 'integer',
  superseded: 'bool',
  supersededBy: 'keyword',
  length: 'integer',
  auditScope: 'keyword',
  auditOrder: 'integer',
  headScope: 'keyword',
  intentAt: 'integer',
  openIn: 'keyword',
};

/** Finds the collection behind the alias, or makes both; then compares settings and embedder. */
export async function openCollection(
  connection: Connection,
  given: EmbedderIdentity | undefined,
): Promise<OpenedCollection> {
  const info = (await findCollection(connection)) ?? (await createCollection(connection, given));
  assertOurs(info, connection);
  assertSettings(info, connection);
  await createIndexes(connection, info);
  const [scopedRarity] = await Promise.all([
    offersScopedRarity(connection),
    agreeOnEmbedder(connection, given),
  ]);
  const { params, quantization_config: quantization } = info.config;
  return {
    shards: params.shard_number ?? 1,
    replicas: params.replication_factor ?? 1,
    quantized: quantization != null,
    scopedRarity,
  };
}

type CollectionInfo = Schemas['CollectionInfo'];

function findCollection(connection: Connection): Promise<CollectionInfo | undefined> {
  return connection.find((client) => client.getCollection(connection.settings.collection));
}

async function createCollection(
  connection: Connection,
  given: EmbedderIdentity | undefined,
): Promise<CollectionInfo> {
  const { collection: alias, settings, create } = connection.settings;
  if (!create) {
    throw new MnemeError(
      'not_found',
      `there is no collection ${alias} in Qdrant at ${connection.settings.url}: check the name`,
      { field: 'collection' },
    );
  }
  // With an alias a later version can rebuild the collection beside this one and switch at once.
  const name = `${alias}-1`;
  await ignoringThatItExists(
    // The client's own method leaves the metadata out.
    connection.request((client) =>
      client
        .api()
        .createCollection({ collection_name: name, ...collectionConfig(settings, given) }),
    ),
  );
  await connection.request((client) =>
    client.updateCollectionAliases({
      actions: [{ create_alias: { collection_name: name, alias_name: alias } }],
    }),
  );
  const info = await findCollection(connection);
  if (info !== undefined) return info;
  throw new MnemeError(
    'unavailable',
    `Qdrant at ${connection.where} has lost the collection just made: try again`,
  );
}

/** One graph for each scope (`payload_m`) and none over all of them (`m: 0`). */
function collectionConfig(
  settings: CollectionSettings,
  given: EmbedderIdentity | undefined,
): Schemas['CreateCollection'] {
  return {
    vectors:
      given === undefined
        ? {}
        : { [vectorNameOf(given)]: { size: given.dimensions, distance: 'Cosine' } },
    sparse_vectors: { [wordsVector]: { modifier: 'idf' } },
    hnsw_config: { m: 0, payload_m: 16 },
    on_disk_payload: settings.onDiskPayload ?? true,
    shard_number: settings.shardNumber,
    replication_factor: settings.replicationFactor,
    write_consistency_factor: settings.writeConsistencyFactor,
    quantization_config:
      settings.quantization === 'scalar'
        ? { scalar: { type: 'int8', quantile: 0.99, always_ram: true } }
        : undefined,
    metadata: { mneme: { schema: schemaVersion } },
  };
}

function assertOurs(info: CollectionInfo, connection: Connection): void {
  const { mneme } = (info.config.metadata ?? {}) as { mneme?: { schema?: number } };
  if (mneme?.schema === schemaVersion) return;
  throw new MnemeError(
    'foreign_store',
    mneme === undefined
      ? `Qdrant at ${connection.where} is a collection of another program: give another collection name`
      : `Qdrant at ${connection.where} has schema ${mneme.schema}, this version of Mneme knows ${schemaVersion}: use the version that wrote it`,
    { field: 'collection' },
  );
}

/** A setting that was not given is taken from the collection; a given one must match. */
function assertSettings(info: CollectionInfo, connection: Connection): void {
  const { params, quantization_config: quantization } = info.config;
  const found: Required<CollectionSettings> = {
    shardNumber: params.shard_number ?? 1,
    replicationFactor: params.replication_factor ?? 1,
    writeConsistencyFactor: params.write_consistency_factor ?? 1,
    onDiskPayload: params.on_disk_payload ?? false,
    quantization: quantization != null && 'scalar' in quantization ? 'scalar' : 'none',
  };
  for (const field of Object.keys(found) as (keyof CollectionSettings)[]) {
    const wanted = connection.settings.settings[field];
    if (wanted === undefined || wanted === found[field]) continue;
    throw new MnemeError(
      'invalid_input',
      `${field} is ${wanted}, but Qdrant at ${connection.where} was made with ${found[field]}: leave the option out, or copy into a collection made with it`,
      { field },
    );
  }
}

async function createIndexes(connection: Connection, info: CollectionInfo): Promise<void> {
  const { collection } = connection.settings;
  // One after the other: in parallel, each would wait a second for the others.
  for (const [field_name, field_schema] of Object.entries(indexes)) {
    if (info.payload_schema[field_name] !== undefined) continue;
    await connection.request((client) =>
      client.createPayloadIndex(collection, { field_name, field_schema, wait: true }),
    );
  }
}

async function agreeOnEmbedder(
  connection: Connection,
  given: EmbedderIdentity | undefined,
): Promise<void> {
  if (given === undefined) return;
  const remembered = (await readStorePoint(connection))?.embedder;
  if (remembered !== undefined) return assertSameEmbedder(remembered, given, connection);
  await createVectorSpace(connection, given);
  await ensureStorePoint(connection);
  await connection.request((client) =>
    client.setPayload(connection.settings.collection, {
      wait: true,
      payload: { embedder: given },
      filter: { must: [{ has_id: [storePointId] }, { is_empty: { key: 'embedder' } }] },
    }),
  );
  // If several processes came first, one of them won.
  const agreed = (await readStorePoint(connection))?.embedder;
  if (agreed !== undefined) assertSameEmbedder(agreed, given, connection);
}

/** The first writer wins. */
export async function ensureStorePoint(connection: Connection): Promise<void> {
  const payload: StorePayload = { kind: 'store', schema: schemaVersion };
  await connection.request((client) =>
    client.upsert(connection.settings.collection, {
      wait: true,
      update_mode: 'insert_only',
      points: [{ id: storePointId, vector: {}, payload: { ...payload } }],
    }),
  );
}

/** A separate named vector for each identity, so that vectors of two models cannot meet. */
export async function createVectorSpace(
  connection: Connection,
  identity: EmbedderIdentity,
): Promise<void> {
  const { collection } = connection.settings;
  const name = vectorNameOf(identity);
  const info = await connection.request((client) => client.getCollection(collection));
  const vectors = info.config.params.vectors ?? {};
  if (name in vectors) return;
  await ignoringThatItExists(
    connection.request((client) =>
      client.api().createVectorName({
        collection_name: collection,
        vector_name: name,
        wait: true,
        dense: { size: identity.dimensions, distance: 'Cosine' },
      }),
    ),
  );
}

/** Another process may have been faster. */
async function ignoringThatItExists(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (MnemeError.isInstance(error) && /already exists/i.test(error.message)) return;
    throw error;
  }
}
