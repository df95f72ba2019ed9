export * from './linear.ts';
export * from './sparse.ts';
export { bytesFrom, sumOfTrees, type Trees, treesFrom, valueScale } from './trees.ts';
