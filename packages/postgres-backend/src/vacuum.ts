import { MnemeError } from '@mneme/core/contract';
import type { Connection } from './connection.ts';

/** Frees the room of removed rows, so that new ones overwrite their bytes. */
export async function vacuum(connection: Connection, tables: readonly string[]): Promise<void> {
  const { schema } = connection.settings;
  try {
    await connection.alone(
      `VACUUM (PARALLEL 0) ${tables.map((table) => `"${schema}".${table}`).join(', ')}`,
    );
  } catch (error) {
    // The rows are gone anyway: for a table that takes longer, autovacuum does it, as `postgresRemains` says.
    if (!MnemeError.isInstance(error)) throw error;
  }
}
