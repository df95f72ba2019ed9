/** What a store holds at most. */
export interface DocumentLimits {
  /** Of one document, in bytes of UTF-8. */
  contentBytes: number;
  /** Documents in all stores of a scope. */
  documentsPerScope: number;
  /** Bytes of all contents of a scope, those of earlier versions too. */
  bytesPerScope: number;
}

/** 102,400 bytes are those of the public API; the other two bound what one tenant can take. */
export const defaultDocumentLimits: DocumentLimits = {
  contentBytes: 102_400,
  documentsPerScope: 20_000,
  bytesPerScope: 1024 * 1024 * 1024,
};
