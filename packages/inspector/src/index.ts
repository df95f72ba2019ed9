export * from './create-inspector.ts';
export * from './listen-inspector.ts';
export type * from './options.ts';
