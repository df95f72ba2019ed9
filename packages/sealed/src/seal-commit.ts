import type { CommitRequest } from '@mneme/core/contract';
import { sealLine } from './audit.ts';
import { type Sealing, sealPut } from './records.ts';

export function sealCommit(request: CommitRequest, sealing: Sealing): CommitRequest {
  return {
    ...request,
    scope: sealing.sealedScope,
    puts: request.puts.map((put) => sealPut(put, sealing)),
    audit: request.audit.map((entry) => sealLine(entry, sealing)),
  };
}
