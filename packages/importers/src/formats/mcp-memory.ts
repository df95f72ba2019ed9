import { factOf } from '../facts.ts';
import { broken, type Imported, type Item, skip } from '../imported.ts';
import { eachValue, ofObject, onlyFile } from '../read-file.ts';
import type { Source } from '../sources/source.ts';
import { type Fields, fields, hashOfWords, isFields, list, text } from '../values.ts';

/**
 * The knowledge graph of the reference MCP server: a fact for each observation and for each relation.
 * Its file has an object a line; people also have them in a list, or on one line.
 */
export async function* readMcpMemory(source: Source): AsyncGenerator<Imported> {
  yield* eachValue(await onlyFile(source), (value) => ofObject(value, readLine));
}

function* readLine(line: Fields): Generator<Item> {
  // The answer of `read_graph`: all of it in one object.
  const isGraph = Array.isArray(line.entities) || Array.isArray(line.relations);
  if (isGraph) {
    for (const each of list(line.entities)) yield* ofObject(each, entity);
    for (const each of list(line.relations)) yield* ofObject(each, (value) => [relation(value)]);
  } else if (line.type === 'entity') yield* entity(line);
  else yield line.type === 'relation' ? relation(line) : skip('not_a_memory');
}

function* entity(line: Fields): Generator<Item> {
  const entityName = text(line.name) ?? text(line.entityName) ?? text(line.id);
  if (entityName === undefined) return yield broken('is an entity without a name');
  const entityType = text(line.entityType);
  const { observations } = line;
  if (!Array.isArray(observations) && observations !== undefined && observations !== null)
    return yield broken('has observations that are not a list');
  const given: readonly unknown[] = observations ?? [];
  if (given.length === 0) return yield skip('empty');
  const subject = entityType === undefined ? entityName : `${entityName} (${entityType})`;
  for (const observation of given) {
    const said = text(isFields(observation) ? fields(observation).content : observation);
    if (said === undefined) {
      yield typeof observation === 'string'
        ? skip('empty')
        : broken('has an observation that is not text');
      continue;
    }
    yield factOf({
      origin: 'mcp-memory',
      id: `${hashOfWords(entityName)}:${hashOfWords(said).slice(0, 16)}`,
      content: `${subject}: ${said}`,
      metadata: { entity: entityName, entityType },
    });
  }
}

function relation(line: Fields): Item {
  const from = text(line.from) ?? text(line.from_id);
  const to = text(line.to) ?? text(line.to_id);
  const type = text(line.relationType) ?? text(line.relation_type);
  if (from === undefined || to === undefined || type === undefined)
    return broken('is a relation that lacks an end or its type');
  return factOf({
    origin: 'mcp-memory',
    id: `relation:${hashOfWords(from, type, to)}`,
    content: `${from} ${type.replaceAll('_', ' ')} ${to}`,
    category: 'relationship',
    metadata: { from, to, relationType: type },
  });
}
