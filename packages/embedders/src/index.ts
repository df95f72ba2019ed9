export * from './http/http-embedder.ts';
export * from './http/http-llm.ts';
export * from './static/static-embedder.ts';
export * from './transformers/transformers-embedder.ts';
export * from './transformers/transformers-reranker.ts';
