export type * from './api.ts';
export { doctor } from './doctor.ts';
