import { expect, it } from '@jest/globals';
import { caseDueAt } from './case-due.ts';
import type { CaseKind } from './case-kinds.ts';

it.each<[CaseKind, string, string, string]>([
  ['enquiry', 'at a weekend', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['dispute', 'at a weekend', '2026-11-21T10:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['complaint', 'on a Friday', '2026-11-13T09:00:00Z', '2026-11-20T17:00:00.000Z'],
  ['affiliate', 'on a Monday', '2026-11-23T09:30:00Z', '2026-11-25T17:00:00.000Z'],
  ['affiliate', 'at a weekend', '2026-11-21T10:00:00Z', '2026-11-24T17:00:00.000Z'],
  ['affiliate', 'before Christmas', '2026-12-24T10:00:00Z', '2026-12-30T17:00:00.000Z'],
])('a case of the kind %s received %s is due when we promised', (kind, _, received, due) => {
  expect(caseDueAt(kind, new Date(received)).toISOString()).toBe(due);
});
