/** How data from outside is checked, in every package: one value at a time, or all fields of a form at once. */
export * from './chat-message.ts';
export * from './fields.ts';
export * from './filter.ts';
export * from './parse-fields.ts';
export * from './record.ts';
export * from './store-input.ts';
export * from './update-input.ts';
