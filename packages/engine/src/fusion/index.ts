export { type ArmContribution, type Fused, type FusionArm, fuse, zNormalise } from './fuse.ts';
