export { type HttpEmbedderOptions, httpEmbedder } from './http/http-embedder.js';
export { type StaticEmbedderOptions, staticEmbedder } from './static/static-embedder.js';
export {
  type TransformersEmbedderOptions,
  transformersEmbedder,
} from './transformers/transformers-embedder.js';
export {
  type TransformersRerankerOptions,
  transformersReranker,
} from './transformers/transformers-reranker.js';
