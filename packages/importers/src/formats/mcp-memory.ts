import { factOf } from '../facts.ts';
import { broken, type Imported, skip } from '../imported.ts';
import { eachLine } from '../read-file.ts';
import type { Source } from '../sources/source.ts';
import { type Fields, fields, hashOfWords, isFields, text } from '../values.ts';

/** The knowledge graph of the reference MCP server: a fact for each observation and for each relation. */
export async function* readMcpMemory(source: Source): AsyncGenerator<Imported> {
  yield* eachLine(source, (line, { at }) => {
    if (line.type === 'entity') return entity(line, at);
    return [line.type === 'relation' ? relation(line, at) : skip(at, 'not_a_memory')];
  });
}

function* entity(line: Fields, at: string): Generator<Imported> {
  const entityName = text(line.name) ?? text(line.entityName) ?? text(line.id);
  if (entityName === undefined) return yield broken(at, 'is an entity without a name');
  const entityType = text(line.entityType);
  const { observations } = line;
  if (!Array.isArray(observations) && observations !== undefined && observations !== null)
    return yield broken(at, 'has observations that are no list');
  const given: readonly unknown[] = observations ?? [];
  if (given.length === 0) return yield skip(at, 'empty');
  const subject = entityType === undefined ? entityName : `${entityName} (${entityType})`;
  for (const observation of given) {
    const said = text(isFields(observation) ? fields(observation).content : observation);
    if (said === undefined) {
      yield typeof observation === 'string'
        ? skip(at, 'empty')
        : broken(at, 'has an observation that is no text');
      continue;
    }
    yield factOf({
      at,
      origin: 'mcp-memory',
      id: `${hashOfWords(entityName)}:${hashOfWords(said).slice(0, 16)}`,
      content: `${subject}: ${said}`,
      metadata: { entity: entityName, entityType },
    });
  }
}

function relation(line: Fields, at: string): Imported {
  const from = text(line.from) ?? text(line.from_id);
  const to = text(line.to) ?? text(line.to_id);
  const type = text(line.relationType) ?? text(line.relation_type);
  if (from === undefined || to === undefined || type === undefined)
    return broken(at, 'is a relation that lacks an end or its type');
  return factOf({
    at,
    origin: 'mcp-memory',
    id: `relation:${hashOfWords(from, type, to)}`,
    content: `${from} ${type.replaceAll('_', ' ')} ${to}`,
    category: 'relationship',
    metadata: { from, to, relationType: type },
  });
}
