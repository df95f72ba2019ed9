export * from '@mneme/engine/node-version';
