export { Languages } from './languages.ts';
