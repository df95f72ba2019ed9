export * from './z-normalise.ts';
