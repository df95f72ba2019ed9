/** Everything that a backend imports from Mneme; see `@mneme/contract`. */
export * from '@mneme/contract';
