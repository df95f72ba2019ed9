// Writes the index of the bundled table's units, so that no process has to make it. Run it after a change of the table.
import { writeFileSync } from 'node:fs';
import { bundledIndex, bundledTable } from '../packages/language/src/vectors/bundled.ts';
import { Table } from '../packages/language/src/vectors/table.ts';

writeFileSync(bundledIndex, Table.read(bundledTable).indexBytes());
