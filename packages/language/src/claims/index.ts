export * from './claim-forms.ts';
export { contentKey } from './content-key.ts';
export * from './decide-conflict.ts';
export * from './differing-words.ts';
export * from './is-statement.ts';
export * from './merge-texts.ts';
export { matterOf } from './read-claim.ts';
export { isMeant, mostSaid, shareSaid, takesUp, withoutStatements } from './says-statement.ts';
