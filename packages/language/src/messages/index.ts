export { type MessageDirections, type MessageKind, messageKind } from './message-kind.ts';
