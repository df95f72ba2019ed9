export { keysOf } from './keys.ts';
