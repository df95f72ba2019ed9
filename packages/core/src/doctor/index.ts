export type * from './api.ts';
export * from './doctor.ts';
