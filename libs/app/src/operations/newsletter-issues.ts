import type { NewsletterDraftBody, NewsletterSendingAnswer } from '@ve/contracts/http/operations/admin-newsletter';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import type { Context } from '@ve/data/kernel/context';
import {
  addNewsletterIssue,
  countNewsletterSubscribers,
  editNewsletterIssue,
  findNewsletterIssue,
  isNewsletterBeingSent,
  lockNewsletterStarts,
  type NewsletterIssue,
  startNewsletterIssue,
} from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import { randomUUID } from 'node:crypto';
import { auditStaffAction } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { queueMail } from '../messaging/queue-message.ts';

/** An issue in the version that a member of staff has read. */
export type NewsletterIssueVersion = Pick<NewsletterIssue, 'id' | 'version'>;

/** Writes a draft; returns its id. A repeated call with the same key writes it once. */
export const createNewsletterByStaff = (
  context: Context,
  { idempotencyKey: id = randomUUID(), ...draft }: NewsletterDraftBody & { idempotencyKey?: string | undefined },
): Promise<{ id: string }> =>
  context.em.transactional(async (em) => {
    if (await addNewsletterIssue(em, { id, ...draft }, context.now())) {
      await auditStaffAction(em, context, { action: 'newsletter.created', subject: id });
    }
    return { id };
  });

/**
 * Edits a draft, unless it was edited or sent since it was read.
 * @throws ProblemError `not-found`
 */
export const editNewsletterByStaff = (
  context: Context,
  { id, version }: NewsletterIssueVersion,
  draft: NewsletterDraftBody,
): Promise<{ outcome: 'saved' | 'stale' }> =>
  context.em.transactional(async (em) => {
    if (!(await editNewsletterIssue(em, { id, version, draft }, context.now()))) {
      await requireIssue(em, id);
      return { outcome: 'stale' };
    }
    await auditStaffAction(em, context, {
      action: 'newsletter.edited',
      subject: id,
      details: { version: version + 1 },
    });
    return { outcome: 'saved' };
  });

/**
 * Queues the rendering of an issue's previews.
 * @throws ProblemError `not-found`
 */
export const queueNewsletterPreviewByStaff = (
  context: Context,
  { id, version }: NewsletterIssueVersion,
): Promise<{ outcome: 'queued' | 'stale' }> =>
  context.em.transactional(async (em) => {
    if ((await requireIssue(em, id)).version !== version) return { outcome: 'stale' };
    const { now, correlationId } = context;
    const dedupeId = `newsletter-issues.preview.${id}.${version}`;
    const job = { jobName: 'newsletter-issues.preview', payload: { issueId: id, correlationId } } as const;
    await addToOutbox(em, job, { now: now(), dedupeId });
    await auditStaffAction(em, context, { action: 'newsletter.previewed', subject: id, details: { version } });
    return { outcome: 'queued' };
  });

/**
 * Mails an issue to the member of staff who asks for it, and to no one else, once a minute at most.
 * @throws ProblemError `not-found`
 */
export const mailTestNewsletterToStaff = (
  context: Context,
  { id, version }: NewsletterIssueVersion,
): Promise<{ outcome: 'queued' | 'stale' | 'no-mailbox' }> =>
  context.em.transactional(async (em) => {
    if ((await requireIssue(em, id)).version !== version) return { outcome: 'stale' };
    const { actor, now, correlationId } = context;
    if (actor.kind !== 'staff') return { outcome: 'no-mailbox' };
    const at = now();
    const minute = at.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
    const occasion = `${id}.${version}.${actor.userId}.${minute}`;
    const mail = { template: 'newsletter-test', recipient: actor.email, subjectId: id, occasion } as const;
    await queueMail(em, mail, { now: at, correlationId });
    await auditStaffAction(em, context, { action: 'newsletter.tested', subject: id, details: { version } });
    return { outcome: 'queued' };
  });

/**
 * Starts to send an issue to all subscribers, once: of two calls, also for two issues, one starts it.
 * @throws ProblemError `not-found`
 */
export const startNewsletterByStaff = (
  context: Context,
  { id, version }: NewsletterIssueVersion,
): Promise<NewsletterSendingAnswer> =>
  context.em.transactional(async (em) => {
    await lockNewsletterStarts(em);
    const issue = await requireIssue(em, id);
    if (issue.state !== 'draft') return 'already';
    if (issue.version !== version) return 'stale';
    if (await isNewsletterBeingSent(em)) return 'busy';
    const at = context.now();
    const subscribers = await countNewsletterSubscribers(em, at);
    if (subscribers === 0) return 'no-subscribers';
    // An edit may have committed since the issue was read.
    if (!(await startNewsletterIssue(em, { id, version }, at))) return 'stale';
    await auditStaffAction(em, context, { action: 'newsletter.sent', subject: id, details: { version, subscribers } });
    return 'sending';
  });

const requireIssue = async (em: Context['em'], id: string): Promise<NewsletterIssue> => {
  const issue = await findNewsletterIssue(em, id);
  if (issue === null) throw new ProblemError('not-found');
  return issue;
};
