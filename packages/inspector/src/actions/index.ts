import type { Action } from '../visit.ts';
import { eraseConversation, eraseScope, mend, prune, settlePair } from './attention-actions.ts';
import {
  createDocument,
  deleteDocument,
  redactVersion,
  restoreVersion,
  saveDocument,
} from './document-actions.ts';
import { deleteMemory, editMemory, keepDeleted, restoreMemory } from './memory-actions.ts';
import { undoChange } from './undo.ts';

/** All actions of forms, by their paths. */
export const actions: Readonly<Record<string, Action>> = {
  '/memory/:id/edit': editMemory,
  '/memory/:id/restore': restoreMemory,
  '/memory/:id/delete': deleteMemory,
  '/memory/:id/keep': keepDeleted,
  '/undo': undoChange,
  '/documents/create': createDocument,
  '/documents/save': saveDocument,
  '/documents/delete': deleteDocument,
  '/documents/restore': restoreVersion,
  '/documents/redact': redactVersion,
  '/conversation/erase': eraseConversation,
  '/attention/settle': settlePair,
  '/attention/mend': mend,
  '/attention/prune': prune,
  '/attention/erase': eraseScope,
};
