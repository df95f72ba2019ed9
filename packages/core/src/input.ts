/** Checks of outside data, for every package. */
export * from '@mneme/contract/input';
