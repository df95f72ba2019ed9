/** How data from outside is checked, in every package. */
export * from '@mneme/engine/input';
