export { type MessageKind, messageKind } from './message-kind.ts';
