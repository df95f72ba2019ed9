export { type ApiKey, type CreateKeyInput, Keys } from './keys.ts';
