import { factOf } from '../facts.ts';
import { broken, type Imported, type Item, skip } from '../imported.ts';
import { eachLine, ofObject, onlyFile } from '../read-file.ts';
import type { Source } from '../sources/source.ts';
import { type Fields, fields, hashOfWords, isFields, text } from '../values.ts';

/** The knowledge graph of the reference MCP server: a fact for each observation and for each relation. */
export async function* readMcpMemory(source: Source): AsyncGenerator<Imported> {
  yield* eachLine(await onlyFile(source), (value) => ofObject(value, readLine));
}

function readLine(line: Fields): Iterable<Item> {
  if (line.type === 'entity') return entity(line);
  return [line.type === 'relation' ? relation(line) : skip('not_a_memory')];
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
