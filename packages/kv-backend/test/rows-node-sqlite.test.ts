import { rowsSuite } from '@mneme/conformance';
import { sqliteRows } from '@mneme/sqlite';
import { describe, it } from 'vitest';
import { rowsFile } from './rows-file.ts';

const driver = 'node:sqlite';
rowsSuite({ describe, it, create: () => rowsFile((path) => sqliteRows({ path, driver })) });
