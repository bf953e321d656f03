import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import {
  staffListPageSchemaOf,
  staffListPageQueryFields,
  staffReasonField,
  staffSearchTermField,
} from '../kernel/admin-list-page.ts';
import { errorLogTypes } from '../jobs/error-logs.ts';

const text = z.nullable(z.string());

const errorGroup = z.object({
  id: z.uuid(),
  /** One of `errorLogTypes`, or a type of a later release. */
  type: z.string(),
  /** From the latest report. */
  message: z.string(),
  /** How often the error was reported since it was first seen. */
  reports: z.int(),
  firstSeen: isoInstantSchema,
  lastSeen: isoInstantSchema,
  /** The releases of remotes in which it was seen, `mfe-report@3f2a`: the last ten, newest first. */
  releases: z.array(z.string()),
  /** `by`: the address of the member of staff; null if unknown, or solved without an account. */
  solved: z.nullable(z.object({ at: isoInstantSchema, by: text })),
  /** When it was seen again after it was solved. */
  reopenedAt: z.nullable(isoInstantSchema),
});

export type ErrorGroup = z.infer<typeof errorGroup>;

export const errorGroupPageSchema = staffListPageSchemaOf(errorGroup);
export type ErrorGroupPage = z.infer<typeof errorGroupPageSchema>;

export const errorGroupStates = ['open', 'solved', 'all'] as const;

/** The errors of all browsers, grouped by fingerprint, the latest seen first; `state` defaults to `open`. */
export const listErrorGroupsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/error-groups',
  query: z.object({
    ...staffListPageQueryFields,
    /** Part of the message of the latest report; case-insensitive. */
    search: z.optional(staffSearchTermField),
    state: z.optional(z.enum(errorGroupStates)),
    type: z.optional(z.enum(errorLogTypes)),
  }),
  answers: { 200: errorGroupPageSchema },
  problems: [],
});

const sourcePosition = z.object({
  /** From the root of the repository: `mfe-report/src/remote.tsx`. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  /** Of the release that ran; null where its publisher did not say. */
  commit: z.nullable(z.string()),
});

export type SourcePosition = z.infer<typeof sourcePosition>;

/** One stored report of an error, which also counts those of the following 24 hours. */
const errorOccurrence = z.object({
  id: z.uuid(),
  /** When it happened in the browser. */
  firstSeen: isoInstantSchema,
  lastSeen: isoInstantSchema,
  reports: z.int(),
  message: z.string(),
  stack: text,
  /** The lines of the stack that are ours, by the source maps of their releases. */
  sources: z.array(sourcePosition),
  url: z.string(),
  userAgent: z.string(),
  component: text,
  sessionId: text,
  /** The signed-in user. */
  userId: z.nullable(z.uuid()),
  /** As the browser sent it. */
  additionalData: z.record(z.string(), z.unknown()),
});

export type ErrorOccurrence = z.infer<typeof errorOccurrence>;

export const errorOccurrencePageSchema = staffListPageSchemaOf(errorOccurrence);
export type ErrorOccurrencePage = z.infer<typeof errorOccurrencePageSchema>;

const groupId = z.object({ id: z.uuid() });

/** The occurrences of one error, the latest seen first. */
export const listErrorOccurrencesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/error-groups/:id/occurrences',
  params: groupId,
  query: z.object(staffListPageQueryFields),
  answers: { 200: errorOccurrencePageSchema },
  problems: ['not-found'],
});

/** Marks an error as solved: it opens again when it is reported after that. */
export const solveErrorGroupEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/error-groups/:id/solve',
  params: groupId,
  body: z.object({ reason: staffReasonField }),
  answers: { 200: z.object({ outcome: z.enum(['solved', 'was-solved']) }) },
  problems: ['not-found'],
});

export const reopenErrorGroupEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/error-groups/:id/reopen',
  params: groupId,
  body: z.object({ reason: staffReasonField }),
  answers: { 200: z.object({ outcome: z.enum(['reopened', 'was-open']) }) },
  problems: ['not-found'],
});
