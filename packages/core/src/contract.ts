/** All that a backend imports of Mneme; see @mneme/engine/contract. */
export * from '@mneme/engine/contract';
