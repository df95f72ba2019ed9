/** How a store of rows searches: for backends that keep such an index. */
export * from '@mneme/engine/index';
