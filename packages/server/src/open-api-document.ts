/** An OpenAPI 3.1 document, as JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  paths?: object;
  components?: object;
}
