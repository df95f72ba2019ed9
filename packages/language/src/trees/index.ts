export * from './linear.ts';
export { bytesFrom, sumOfTrees, type Trees, treesFrom, valueScale } from './trees.ts';
