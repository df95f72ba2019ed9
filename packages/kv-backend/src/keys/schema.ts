export const keySchemaSql = `
CREATE TABLE api_keys (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  scope TEXT NOT NULL,
  access TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  row_sum TEXT NOT NULL DEFAULT ''
);
`;
