export { createInspector, type Inspector } from './create-inspector.ts';
export { listenInspector, type RunningInspector } from './listen-inspector.ts';
export type { InspectorKeys, InspectorOptions, OpenedKey, Refusal } from './options.ts';
