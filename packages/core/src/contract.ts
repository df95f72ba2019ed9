/** Everything that a backend imports from Mneme; see @mneme/engine/contract. */
export * from '@mneme/engine/contract';
