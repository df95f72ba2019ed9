import type { Remains } from '@mneme/core/contract';

/** What is known about bytes of removed rows. */
export const postgresRemains: Remains = {
  bytes: 'pending',
  bytesReason:
    'PostgreSQL has committed the removal, so nothing of it can be read through it; VACUUM, which an erasure runs, frees the room of the rows, but their bytes stay in the files of the tables until new rows take that room or VACUUM FULL writes the files anew; its log (WAL), replicas and backups keep them until they are recycled',
};
