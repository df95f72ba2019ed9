/** The used part of WebAssembly, whose types come only with a browser's. */
interface WebAssembly {
  Module: new (bytes: Uint8Array) => Module;
  Memory: new (size: { initial: number }) => Memory;
  Instance: new (
    module: Module,
    imports: Record<string, Record<string, Memory>>,
  ) => { exports: Record<string, unknown> };
}

export interface Module {
  readonly kind?: 'module';
}

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Undefined if the runtime has none. */
export const webAssembly = (globalThis as { WebAssembly?: WebAssembly }).WebAssembly;
