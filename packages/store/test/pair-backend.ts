import assert from 'node:assert/strict';
import type {
  Candidate,
  DocumentBackend,
  LookUpMatch,
  MemoryBackend,
  MemoryRecord,
} from '@mneme/core/contract';

/**
 * Two stores as one backend: each call goes to both, whose answers must be equal as far as the contract says. So both
 * have the same records under the same ids.
 */
export function pairBackend(first: MemoryBackend, second: MemoryBackend): MemoryBackend {
  const of = <Part extends object>(one: Part, other: Part, name: string): Part => {
    const cursors = new Map<unknown, unknown>();
    return new Proxy(one, {
      get(target, property) {
        const method = Reflect.get(target, property);
        const twin = Reflect.get(other, property);
        if (property === 'documents')
          return of(method as DocumentBackend, twin as DocumentBackend, 'documents');
        if (typeof method !== 'function' || typeof twin !== 'function') return undefined;
        return async (...given: unknown[]) => {
          const answer = await method.apply(target, given);
          const [request, ...rest] = given as [{ cursor?: string } | undefined];
          const asked =
            request?.cursor === undefined
              ? request
              : { ...request, cursor: cursors.get(request.cursor) };
          const same = await twin.apply(other, [asked, ...rest]);
          cursors.set(answer?.nextCursor, same?.nextCursor);
          const call = `${name}.${String(property)}`;
          assert.deepEqual(promised(call, same), promised(call, answer), call);
          return answer;
        };
      },
    });
  };
  return of(first, second, 'records');
}

/** What the contract promises of an answer: candidates come in any order, and counts of reads may be out of date. */
function promised(call: string, answer: unknown): unknown {
  if (call === 'records.search') {
    const { candidates, statistics } = answer as { candidates: Candidate[]; statistics: unknown };
    const known = candidates.map((each) => ({ ...each, record: withoutReads(each.record) }));
    return { statistics, candidates: known.sort((a, b) => (a.record.id < b.record.id ? -1 : 1)) };
  }
  if (call === 'records.lookUp')
    return (answer as LookUpMatch[]).map(({ nearest, sameMatter, ...match }) => ({
      ...match,
      nearest: nearest.map((each) => ({ ...each, record: withoutReads(each.record) })),
      sameMatter: sameMatter.map((each) => ({ ...each, record: withoutReads(each.record) })),
    }));
  if (call === 'records.list') {
    const { records, nextCursor } = answer as { records: MemoryRecord[]; nextCursor?: string };
    return { records: records.map(withoutReads), hasNext: nextCursor !== undefined };
  }
  if (typeof answer !== 'object' || answer === null) return answer;
  const { nextCursor, bytes, proof, ...rest } = answer as Record<string, unknown>;
  return Array.isArray(answer) ? answer : { ...rest, hasNext: nextCursor !== undefined };
}

function withoutReads({ accessCount: _, lastAccessedAt: __, ...record }: MemoryRecord) {
  return record;
}
