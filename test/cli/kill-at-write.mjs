// Loaded before a program: kills it before or after the n-th write of a database, or change of a file's name.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

// The library that the package for SQLite loads.
const ofSqlite = createRequire(new URL('../../packages/kv-backend/package.json', import.meta.url));
const Sqlite = ofSqlite('better-sqlite3-multiple-ciphers');

const last = Number(process.env.KILL_AT);
let calls = 0;
const step = () => {
  if (++calls === last) process.kill(process.pid, 'SIGKILL');
};
const around = (call) => {
  step();
  const result = call();
  step();
  return result;
};

let writes = false;
const { exec } = Sqlite.prototype;
Sqlite.prototype.exec = function (sql) {
  if (sql.startsWith('BEGIN')) writes = sql === 'BEGIN IMMEDIATE';
  return sql === 'COMMIT' && writes ? around(() => exec.call(this, sql)) : exec.call(this, sql);
};

const { renameSync } = fs;
fs.renameSync = (...given) => around(() => renameSync(...given));
syncBuiltinESMExports();
