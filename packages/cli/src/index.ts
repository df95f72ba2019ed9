export { main, type Surroundings } from './main.ts';
