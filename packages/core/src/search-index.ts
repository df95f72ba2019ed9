/** The index for a store of rows, used by backends. */
export * from '@mneme/engine/index';
