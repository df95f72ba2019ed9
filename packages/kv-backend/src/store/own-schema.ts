import { documentSchemaSql } from '../documents/schema.ts';
import { keySchemaSql } from '../keys/schema.ts';
import { FileSchema, objectsOf } from './file-schema.ts';
import { schemaSql, schemaVersion, triggers, vectorTablesSql } from './schema.ts';

/** No statement but a trigger has a semicolon inside. */
function statementsOf(sql: string): string[] {
  return sql
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** `vectors`, `vectors_2` and so on, and the tables and indexes named after them. */
const vectorName = /^(vectors(?:_[1-9]\d{0,8})?)(?:_codes(?:_changed)?)?$/;

/** Whether a name is one that Mneme gives to the vector table of an embedder. */
export function isVectorTable(name: unknown): name is string {
  return typeof name === 'string' && vectorName.exec(name)?.[1] === name;
}

export const ownSchema = new FileSchema({
  version: schemaVersion,
  marks: 'meta',
  statements: [...statementsOf(`${schemaSql}${documentSchemaSql}${keySchemaSql}`), ...triggers],
  more: (name) => {
    const base = vectorName.exec(name)?.[1];
    return base === undefined
      ? undefined
      : objectsOf(statementsOf(vectorTablesSql(base))).get(name);
  },
});
