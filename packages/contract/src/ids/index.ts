export * from './uuid.ts';
