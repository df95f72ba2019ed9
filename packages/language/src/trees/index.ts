export { type Linear, linearFrom, sumOfLinear } from './linear.ts';
export { hashTrait, type SparseRow, sumOfSparse } from './sparse.ts';
export { bytesFrom, sumOfTrees, type Trees, treesFrom, valueScale } from './trees.ts';
