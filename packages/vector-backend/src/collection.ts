import { MnemeError } from '@mneme/core/contract';
import type { IndexedRow } from '@mneme/store/rows';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from './connection.ts';
import { indexesFor } from './filter.ts';
import type { CollectionSettings } from './options.ts';
import { vectorName, wordsVector } from './points.ts';

/** 3: an index beside rows. */
const schemaVersion = 3;

type CollectionInfo = Schemas['CollectionInfo'];
type FieldIndex = Schemas['PayloadFieldSchema'];

/** Only `scope` gets links in the graph. */
const indexes: Record<string, FieldIndex> = {
  scope: { type: 'keyword', is_tenant: true },
  generation: { type: 'integer', lookup: true, range: true, enable_hnsw: false },
  seen: { type: 'integer', lookup: false, range: true, enable_hnsw: false },
};

/** What is known of the collection. It may be dropped and made again at any time: then {@link forget} it. */
export class Collection {
  readonly #connection: Connection;
  #opened: Promise<void> | undefined;
  readonly #vectors = new Set<string>();
  readonly #indexed = new Set<string>();
  isQuantized = false;
  replicas = 1;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** With copies on several nodes, writes to one point must reach all of them in the same order. */
  get ordering(): 'weak' | 'medium' {
    return this.replicas > 1 ? 'medium' : 'weak';
  }

  hasVectors(dimensions: number): boolean {
    return this.#vectors.has(vectorName(dimensions));
  }

  /** What other processes have changed is read anew. */
  forget(): void {
    this.#opened = undefined;
  }

  /** Finds the collection, or makes it. */
  open(): Promise<void> {
    this.#opened ??= this.#open().catch((error) => {
      this.forget();
      throw error;
    });
    return this.#opened;
  }

  /** Makes what rows need before they are written: a named vector, and an index of each field. */
  async prepareFor(rows: readonly IndexedRow[]): Promise<void> {
    await this.open();
    const dimensions = rows.find(({ vector }) => vector !== undefined)?.vector?.length;
    if (dimensions !== undefined && !this.hasVectors(dimensions))
      await this.#createVectors(dimensions);
    for (const [field, type] of indexesFor(rows))
      if (!this.#indexed.has(field)) await this.#createIndex(field, { type, enable_hnsw: false });
  }

  async #open(): Promise<void> {
    const { collection, settings } = this.#connection.settings;
    let info = await this.#find();
    if (info === undefined) {
      await ignoringThatItExists(
        // The client's own method leaves the metadata out.
        this.#connection.request((client) =>
          client
            .api()
            .createCollection({ collection_name: collection, ...collectionConfig(settings) }),
        ),
      );
      info = await this.#connection.request((client) => client.getCollection(collection));
    }
    assertOurs(info, this.#connection);
    assertSettings(info, this.#connection);
    this.#vectors.clear();
    this.#indexed.clear();
    for (const name of Object.keys(info.config.params.vectors ?? {})) this.#vectors.add(name);
    for (const name of Object.keys(info.payload_schema)) this.#indexed.add(name);
    this.isQuantized = info.config.quantization_config != null;
    this.replicas = info.config.params.replication_factor ?? 1;
    // One after the other: in parallel, each would wait a second for the others.
    for (const [field, schema] of Object.entries(indexes))
      if (!this.#indexed.has(field)) await this.#createIndex(field, schema);
  }

  #find(): Promise<CollectionInfo | undefined> {
    return this.#connection.find((client) =>
      client.getCollection(this.#connection.settings.collection),
    );
  }

  async #createVectors(dimensions: number): Promise<void> {
    const name = vectorName(dimensions);
    await ignoringThatItExists(
      this.#connection.request((client) =>
        client.api().createVectorName({
          collection_name: this.#connection.settings.collection,
          vector_name: name,
          wait: true,
          dense: { size: dimensions, distance: 'Cosine' },
        }),
      ),
    );
    this.#vectors.add(name);
  }

  async #createIndex(field_name: string, field_schema: FieldIndex): Promise<void> {
    await this.#connection.request((client) =>
      client.createPayloadIndex(this.#connection.settings.collection, {
        ...{ field_name, field_schema, wait: true },
      }),
    );
    this.#indexed.add(field_name);
  }
}

/** One graph for each scope (`payload_m`) and none over all of them (`m: 0`). */
function collectionConfig(settings: CollectionSettings): Schemas['CreateCollection'] {
  return {
    vectors: {},
    sparse_vectors: { [wordsVector]: {} },
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
      : `Qdrant at ${connection.where} has schema ${mneme.schema}, this version of Mneme knows ${schemaVersion}: give another collection name`,
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
      `${field} is ${wanted}, but Qdrant at ${connection.where} was made with ${found[field]}: leave the option out, or drop the collection, which is filled again from the rows`,
      { field },
    );
  }
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
