export { main, type Surroundings } from './main.js';
