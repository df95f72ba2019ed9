/**
 * The steps from an empty schema to the current one, in order. A released step never changes. Every row has the name of
 * its scope, so that one policy fits every table.
 */
export const schemaSteps: readonly string[] = [
  `
  CREATE TABLE meta (key text PRIMARY KEY, value json NOT NULL);

  -- What changes in a scope gets a number of this, under the lock of the scope's row.
  CREATE SEQUENCE revisions;

  CREATE TABLE scopes (
    scope text COLLATE "C" PRIMARY KEY,
    revision bigint NOT NULL,
    -- Numbers of rows are given out once.
    next_number integer NOT NULL DEFAULT 0,
    records integer NOT NULL DEFAULT 0,
    documents integer NOT NULL DEFAULT 0,
    document_bytes bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 70);

  -- The record itself is one JSON text; beside it is what is filtered, ordered or looked up by. Times are milliseconds.
  CREATE TABLE records (
    scope text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    changed bigint NOT NULL,
    version integer NOT NULL,
    -- NULL: what the engine keeps of a session.
    kind smallint,
    importance smallint NOT NULL,
    created_at bigint NOT NULL,
    occurred_at bigint NOT NULL,
    expires_at bigint,
    valid_to bigint,
    superseded_by text COLLATE "C",
    session text COLLATE "C",
    sequence double precision,
    external_id text COLLATE "C",
    content_key text COLLATE "C",
    matter text COLLATE "C",
    length integer NOT NULL,
    terms text NOT NULL,
    embedded boolean NOT NULL,
    access_count integer NOT NULL DEFAULT 0,
    last_accessed_at text,
    record text NOT NULL,
    PRIMARY KEY (scope, id)
  ) WITH (fillfactor = 90);
  CREATE UNIQUE INDEX records_by_number ON records (scope, number);
  CREATE INDEX records_by_change ON records (scope, changed) WHERE kind IS NOT NULL;
  CREATE INDEX records_by_time ON records (scope, created_at, id) WHERE kind IS NOT NULL;
  CREATE INDEX records_by_turn ON records (scope, session, sequence, id) WHERE session IS NOT NULL AND kind IS NOT NULL;
  CREATE INDEX records_by_external_id ON records (scope, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX records_by_content ON records (scope, content_key) WHERE superseded_by IS NULL;
  CREATE INDEX records_by_matter ON records (scope, matter, number) WHERE matter IS NOT NULL AND superseded_by IS NULL;
  CREATE INDEX records_by_successor ON records (scope, superseded_by) WHERE superseded_by IS NOT NULL;
  CREATE INDEX records_pending ON records (scope, number) WHERE kind IS NOT NULL AND NOT embedded;

  -- Hashes of tags and of values that filters ask for.
  CREATE TABLE facets (
    scope text COLLATE "C" NOT NULL,
    facet text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    PRIMARY KEY (scope, facet, number)
  );
  CREATE INDEX facets_by_number ON facets (scope, number);

  -- Of records and of passages of documents. A space has the vectors of one embedder. code: scale and 8 bits a component;
  -- rest: what the code leaves out. Both empty: a vector of zeros.
  CREATE TABLE vectors (
    space integer NOT NULL,
    scope text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    code bytea NOT NULL,
    rest bytea NOT NULL,
    PRIMARY KEY (scope, space, number)
  );
  -- In the row itself, where a scan finds it.
  ALTER TABLE vectors ALTER COLUMN code SET STORAGE MAIN, ALTER COLUMN rest SET STORAGE MAIN;

  CREATE TABLE audit (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    scope text COLLATE "C" NOT NULL,
    at text COLLATE "C" NOT NULL,
    entry text NOT NULL
  );
  CREATE INDEX audit_by_scope ON audit (scope, at, number);
  CREATE INDEX audit_by_time ON audit (at, number);

  CREATE TABLE api_keys (
    number bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" PRIMARY KEY,
    scope text COLLATE "C" NOT NULL,
    key json NOT NULL,
    revoked_at text
  );

  CREATE TABLE stores (
    scope text COLLATE "C" NOT NULL,
    id text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    name text COLLATE "C" NOT NULL,
    archived boolean NOT NULL,
    version integer NOT NULL,
    created_at text COLLATE "C" NOT NULL,
    updated_at text COLLATE "C" NOT NULL,
    -- When a document in it was last written.
    changed_at text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    chunks integer NOT NULL DEFAULT 0,
    info json NOT NULL
  );
  CREATE INDEX stores_by_scope ON stores (scope, number);

  CREATE TABLE documents (
    scope text COLLATE "C" NOT NULL,
    store text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    version_id text COLLATE "C" NOT NULL,
    sha256 text NOT NULL,
    size_bytes integer NOT NULL,
    created_at text COLLATE "C" NOT NULL,
    updated_at text COLLATE "C" NOT NULL,
    last_read_at text COLLATE "C",
    PRIMARY KEY (scope, store, id)
  );
  CREATE UNIQUE INDEX documents_by_path ON documents (scope, store, path);

  CREATE TABLE versions (
    scope text COLLATE "C" NOT NULL,
    store text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    document text COLLATE "C" NOT NULL,
    operation text NOT NULL,
    created_at text COLLATE "C" NOT NULL,
    created_by text,
    size_bytes integer,
    redacted boolean NOT NULL DEFAULT false,
    -- All but the content, which is UTF-8 here: a text of PostgreSQL cannot hold NUL.
    version json NOT NULL,
    content bytea,
    PRIMARY KEY (scope, store, id)
  );
  CREATE INDEX versions_by_number ON versions (scope, store, number);
  CREATE INDEX versions_by_document ON versions (scope, store, document, number);

  CREATE TABLE chunks (
    scope text COLLATE "C" NOT NULL,
    store text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    changed bigint NOT NULL,
    document text COLLATE "C" NOT NULL,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    line integer NOT NULL,
    length integer NOT NULL,
    terms text NOT NULL,
    embedded boolean NOT NULL,
    PRIMARY KEY (scope, number)
  );
  CREATE INDEX chunks_by_change ON chunks (scope, store, changed);
  CREATE INDEX chunks_by_document ON chunks (scope, store, document);
  CREATE INDEX chunks_pending ON chunks (scope, number) WHERE NOT embedded;

  INSERT INTO meta (key, value) VALUES ('spaces', '{"last": 0}'), ('secret', to_json(gen_random_uuid()::text));
  ${[
    'scopes',
    'records',
    'facets',
    'vectors',
    'audit',
    'api_keys',
    'stores',
    'documents',
    'versions',
    'chunks',
  ]
    .map(
      (table) => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_scope ON ${table} USING (
    scope = current_setting('mneme.scope', true) OR current_setting('mneme.every_scope', true) = 'on'
  );`,
    )
    .join('')}
  `,
];
