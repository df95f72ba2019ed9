import { randomBytes } from 'node:crypto';

/** Ids that are unique across processes, without random bytes for each request. */
export function requestIds(): () => string {
  const process = randomBytes(10).toString('hex');
  let number = 0;
  return () => {
    number += 1;
    return `req_${process}${number.toString(36).padStart(8, '0')}`;
  };
}
