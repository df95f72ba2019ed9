import type { Database } from '../drivers/index.ts';
import { beginUpgrade } from './begin-upgrade.ts';

/**
 * Upgrades a file from one schema to the next, inside one transaction; foreign keys are not enforced there, but checked
 * at its end. An upgraded file and a new file must have the same tables.
 */
export type Upgrade = (database: Database) => void;

/** The schema that the first entry of {@link upgrades} is for. Older files are refused. */
export const firstSchema = 2;

/** An entry never changes after its release. */
export const upgrades: readonly Upgrade[] = [
  (database) =>
    database.exec(`
      ALTER TABLE records ADD COLUMN kind TEXT NOT NULL DEFAULT '';
      ALTER TABLE records ADD COLUMN evidence TEXT;
      ALTER TABLE records ADD COLUMN extracted_by TEXT;
    `),
  beginUpgrade,
];
