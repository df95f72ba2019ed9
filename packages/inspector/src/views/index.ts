import type { View } from '../visit.ts';
import { askView } from './ask.ts';
import { attentionView } from './attention.ts';
import { browseView } from './browse.ts';
import { conversationsView, conversationView } from './conversations.ts';
import { documentsView } from './documents.ts';
import { deleteView, memoryView } from './memory.ts';
import { receiptFile, receiptsView, receiptView } from './receipts.ts';
import { scopesView } from './scopes.ts';
import { timelineView } from './timeline.ts';

/** All pages of the inspector, by their paths. */
export const views: Readonly<Record<string, View>> = {
  '/ask': askView,
  '/browse': browseView,
  '/conversations': conversationsView,
  '/conversation': conversationView,
  '/timeline': timelineView,
  '/memory/:id': memoryView,
  '/memory/:id/delete': deleteView,
  '/documents': documentsView,
  '/attention': attentionView,
  '/receipts': receiptsView,
  '/receipt/:id': receiptView,
  '/receipt/:id/file': receiptFile,
  '/scopes': scopesView,
};
