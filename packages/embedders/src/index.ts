export { type HttpEmbedderOptions, httpEmbedder } from './http/http-embedder.ts';
export { type HttpLlmOptions, httpLlm } from './http/http-llm.ts';
export { type StaticEmbedderOptions, staticEmbedder } from './static/static-embedder.ts';
export {
  type TransformersEmbedderOptions,
  transformersEmbedder,
} from './transformers/transformers-embedder.ts';
export {
  type TransformersRerankerOptions,
  transformersReranker,
} from './transformers/transformers-reranker.ts';
