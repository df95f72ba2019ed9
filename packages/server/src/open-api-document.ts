/** A document as OpenAPI 3.1 defines it; JSON throughout. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  paths?: object;
  components?: object;
}
