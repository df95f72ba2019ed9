export { type KeyGround, keysOf } from './keys.ts';
