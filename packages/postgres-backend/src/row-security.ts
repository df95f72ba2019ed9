import type { Connection } from './connection.ts';

interface Bypass {
  role: string;
  bypasses: boolean;
  /** Tables whose policies do not apply to this role. */
  open: string[];
}

/** Warns if the policies that keep scopes apart do not apply to the role. The statements keep them apart all the same. */
export async function warnOfBypass(connection: Connection): Promise<void> {
  const [found] = await connection.read({ everyScope: true }, (query) =>
    query<Bypass>(
      `SELECT rolname AS role, rolsuper OR rolbypassrls AS bypasses, ARRAY(
         SELECT relname::text FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
         WHERE relnamespace = current_schema()::regnamespace AND NOT (relrowsecurity
           AND (relforcerowsecurity OR NOT pg_has_role(relowner, 'USAGE'))) ORDER BY relname) AS open
       FROM pg_roles WHERE rolname = current_user`,
    ),
  );
  if (found === undefined) return;
  const { role, bypasses, open } = found;
  if (!bypasses && open.length === 0) return;
  const [why, advice] = bypasses
    ? ['is a superuser or has BYPASSRLS', 'connect as a role with neither']
    : [
        `may read every row of ${open.join(', ')}`,
        'run ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY for each',
      ];
  process.emitWarning(
    `PostgreSQL at ${connection.where}: the role ${role} ${why}, so row-level security does not keep scopes apart: ${advice} (docs/postgres.md)`,
    { type: 'MnemeWarning', code: 'MNEME_ROW_SECURITY' },
  );
}
