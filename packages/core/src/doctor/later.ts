export { doctor } from './doctor.ts';
