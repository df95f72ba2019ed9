/** What is used of WebAssembly, whose types come with a browser's only. */
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

/** Undefined where a runtime has none. */
export const webAssembly = (globalThis as { WebAssembly?: WebAssembly }).WebAssembly;
