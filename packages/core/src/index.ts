export * from './backend.js';
export * from './embedder.js';
export * from './errors/mneme-error.js';
export * from './record.js';
