import { findArticle } from '@ve/domain/messaging/articles';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { singleLineField, multiLineTextField } from '../../fields.ts';
import { idempotencyKeySchema } from '../../idempotency-key.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** Maximum number of newsletters that are shown, newest first. */
export const maxNewsletterIssues = 50;

export const maxNewsletterSubjectLength = 120;
export const maxNewsletterOpeningLength = 4_000;
export const maxNewsletterArticles = 10;

const issueId = z.object({ id: z.uuid() });
const version = z.int().check(z.minimum(1), z.maximum(2_000_000_000));

export const newsletterDraftSchema = z.object({
  subject: singleLineField(maxNewsletterSubjectLength),
  /** Plain text; an empty line starts a paragraph. */
  opening: multiLineTextField(maxNewsletterOpeningLength),
  /** Articles of the blog, each once, in their order in the e-mail. */
  articleIds: z.array(z.int().check(z.refine((id) => findArticle(id) !== null))).check(
    z.minLength(1),
    z.maxLength(maxNewsletterArticles),
    z.refine((ids) => new Set(ids).size === ids.length),
  ),
});

export type NewsletterDraftBody = z.infer<typeof newsletterDraftSchema>;

const issueSchema = z.object({
  id: z.uuid(),
  state: z.enum(['draft', 'sending', 'sent']),
  version,
  subject: z.string(),
  opening: z.string(),
  articleIds: z.array(z.int()),
  updatedAt: isoInstantSchema,
  startedAt: z.nullable(isoInstantSchema),
  /** Whether the e-mail of every subscriber is queued. */
  allQueued: z.boolean(),
  sentAt: z.nullable(isoInstantSchema),
  /** Its e-mails to subscribers; all 0 once the records of the e-mails are deleted. */
  mails: z.object({ waiting: z.int(), sent: z.int(), skipped: z.int(), failed: z.int() }),
});

export type NewsletterIssueItem = z.infer<typeof issueSchema>;

export const newsletterIssuesSchema = z.object({
  issues: z.array(issueSchema),
  /** How many would get a newsletter that is sent now. */
  subscribers: z.int(),
});

export type NewsletterIssues = z.infer<typeof newsletterIssuesSchema>;

export const listNewsletterIssuesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/newsletter-issues',
  answers: { 200: newsletterIssuesSchema },
  problems: [],
});

/** A repeated call with the same key creates one draft. */
export const createNewsletterIssueEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/newsletter-issues',
  body: z.extend(newsletterDraftSchema, { idempotencyKey: idempotencyKeySchema }),
  answers: { 201: issueId },
  problems: [],
});

/** `stale`: it was edited or sent since it was read; nothing was changed. */
export const editNewsletterIssueEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/newsletter-issues/:id',
  params: issueId,
  body: z.extend(newsletterDraftSchema, { version }),
  answers: { 200: z.object({ outcome: z.enum(['saved', 'stale']) }) },
  problems: ['not-found'],
});

/** Renders the previews as the e-mail will be; they follow within seconds. */
export const previewNewsletterIssueEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/newsletter-issues/:id/preview',
  params: issueId,
  body: z.object({ version }),
  answers: { 200: z.object({ outcome: z.enum(['queued', 'stale']) }) },
  problems: ['not-found'],
});

/**
 * The plain text of the e-mail; null while it is not rendered. `failed`: nothing is rendering it, because it was not
 * asked for or failed.
 */
export const readNewsletterPreviewTextEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/newsletter-issues/:id/preview',
  params: issueId,
  answers: { 200: z.object({ text: z.nullable(z.string()), failed: z.boolean() }) },
  problems: ['not-found'],
});

/** The HTML of the e-mail, as a page. */
export const readNewsletterPreviewHtmlEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/newsletter-issues/:id/preview.html',
  params: issueId,
  media: 'text/html',
  answers: { 200: z.string() },
  problems: ['not-found'],
});

/** `no-mailbox`: the break-glass administrator has no address. */
export const sendNewsletterTestEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/newsletter-issues/:id/test',
  params: issueId,
  body: z.object({ version }),
  answers: { 200: z.object({ outcome: z.enum(['queued', 'stale', 'no-mailbox']) }) },
  problems: ['not-found'],
});

/**
 * `already`: someone has sent it; `stale`: it was edited since it was read; `busy`: another one is being sent;
 * `no-subscribers`: no one would get it. Only for `sending` was anything changed.
 */
export const newsletterSendingAnswerSchema = z.object({
  outcome: z.enum(['sending', 'already', 'stale', 'busy', 'no-subscribers']),
});

export type NewsletterSendingAnswer = z.infer<typeof newsletterSendingAnswerSchema>['outcome'];

/** Sends it to all subscribers, once. */
export const sendNewsletterIssueEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/newsletter-issues/:id/send',
  params: issueId,
  body: z.object({ version }),
  answers: { 200: newsletterSendingAnswerSchema },
  problems: ['not-found'],
});
