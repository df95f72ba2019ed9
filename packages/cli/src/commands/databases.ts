import type { OpenedMemory } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { storeOptions } from '../options.ts';
import { progressOption, showProgress } from '../show-progress.ts';
import { tableOf } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { mebibytes } from './backup.ts';

export const list = defineCommand({
  details:
    'The databases of --db databases:FILE, with what each has. One that cannot be reached is named with the reason.',
  uses: storeOptions,
  async run({ output, open }) {
    const found = await databasesOf(await open()).list();
    output.result({ databases: found }, () => {
      const rows = found.map(({ name, newScopes, scopes, records, bytes, unavailable }) => [
        name,
        scopes === undefined ? '' : String(scopes),
        records === undefined ? '' : String(records),
        bytes === undefined ? '' : mebibytes(bytes),
        newScopes ? 'yes' : 'no',
        unavailable ?? '',
      ]);
      const head = ['database', 'scopes', 'records', 'size', 'new scopes', 'unavailable'];
      return tableOf(output, { head, rows, right: [1, 2, 3] });
    });
  },
});

export const move = defineCommand({
  usage: '[SCOPE...]',
  details: [
    'Moves scopes to the database NAME of --db databases:FILE while servers use them: with documents, audit, receipts and',
    'vectors. Reads are answered all the time. Writes wait briefly; those to a large scope may be refused as "unavailable"',
    'for some seconds. Nothing of a moved scope is left in its old database. Repeat an interrupted move to continue it.',
    'Without names: all scopes whose name begins with --prefix, or all of the database --from.',
  ].join('\n'),
  options: {
    to: { value: 'NAME', help: 'the database to move to' },
    from: { value: 'NAME', help: 'only scopes of this database' },
    prefix: { value: 'TEXT', help: 'scopes whose name begins with it' },
    ...progressOption,
  },
  fillsStore: true,
  uses: storeOptions,
  async run(context) {
    const { values, positionals, output, signal, open } = context;
    const { to, from, prefix } = values;
    if (to === undefined) throw new UsageError('db move needs --to, the name of a database.', 'to');
    const isNamed = positionals.length > 0;
    if (isNamed === (from !== undefined || prefix !== undefined))
      throw new UsageError('Name the scopes to move, or give --prefix or --from instead.');
    const databases = databasesOf(await open());
    const scopes: string[] = [];
    if (isNamed) scopes.push(...positionals);
    else for await (const scope of databases.scopesIn({ from, prefix })) scopes.push(scope);
    const moved: Awaited<ReturnType<typeof databases.move>>[] = [];
    for (const [at, scope] of scopes.entries()) {
      const onProgress = ({ rows }: { rows: number }) =>
        showProgress(context, { text: `${scope}: ${rows} rows`, part: at / scopes.length });
      moved.push(await databases.move(scope, { to, signal, onProgress }));
    }
    output.result({ moved }, () => {
      if (moved.length === 0) return 'there is no such scope';
      return moved.map(({ scope, from, rows, heldMs, remains }) => {
        if (from === to) return `${scope} is in ${to} already`;
        const left = remains.bytes === 'removed' ? '' : `; bytes are left: ${remains.bytesReason}`;
        return `${scope} moved from ${from} to ${to}: ${rows} rows, writes waited ${heldMs} ms${left}`;
      });
    });
  },
});

function databasesOf({ databases }: OpenedMemory): NonNullable<OpenedMemory['databases']> {
  if (databases !== undefined) return databases;
  throw new UsageError('The store is one database: give --db databases:FILE.', 'db');
}
