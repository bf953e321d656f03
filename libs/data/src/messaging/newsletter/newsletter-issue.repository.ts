import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import type { NewsletterIssueState } from './newsletter-issue.entity.ts';

/** What staff write. */
export interface NewsletterDraft {
  subject: string;
  opening: string;
  articleIds: number[];
}

export interface NewsletterIssue extends NewsletterDraft {
  id: string;
  state: NewsletterIssueState;
  version: number;
}

/** Its mails to subscribers, counted; all 0 once the records of its mails are purged. */
export interface NewsletterIssueCounts {
  waiting: number;
  sent: number;
  skipped: number;
  failed: number;
}

export interface ListedNewsletterIssue extends NewsletterIssue, NewsletterIssueCounts {
  updatedAt: Date;
  startedAt: Date | null;
  /** Whether every subscriber has a mail. */
  allQueued: boolean;
  sentAt: Date | null;
}

export interface NewsletterPreview {
  html: string;
  text: string;
}

const issueColumns = ['id', 'state', 'version', 'subject', 'opening', 'articleIds'] as const;

/** Whether `mail` is one of an issue to a subscriber. A test to staff has another template. */
const isOfIssue = (issueId: RawBuilder<unknown>) => sql`mail.subject_id = ${issueId} and mail.template = 'newsletter'`;

const isWaiting = sql`mail.sent_at is null and mail.failed_at is null and mail.skipped_at is null`;

/** Returns the newest issues with the counts of their mails. */
export const listNewsletterIssues = async (em: EntityManager, limit: number): Promise<ListedNewsletterIssue[]> => {
  const listed = await sql<Omit<ListedNewsletterIssue, 'sent'> & { sentMails: number }>`
    select issue.id, state, version, issue.subject, opening, article_ids, updated_at, started_at,
      queued_at is not null as all_queued, issue.sent_at, counts.*
    from newsletter_issues issue cross join lateral (
      select count(*) filter (where ${isWaiting})::int as waiting, count(mail.sent_at)::int as sent_mails,
        count(mail.skipped_at)::int as skipped, count(mail.failed_at)::int as failed
      from mails mail where ${isOfIssue(sql`issue.id`)}
    ) counts
    order by issue.created_at desc, issue.id limit ${limit}
  `.execute(tables(em));
  return listed.rows.map(({ sentMails, ...issue }) => ({ ...issue, sent: sentMails }));
};

/** Returns an issue, or null when there is none with this id. */
export const findNewsletterIssue = async (em: EntityManager, id: string): Promise<NewsletterIssue | null> =>
  (await tables(em).selectFrom('newsletter_issues').select(issueColumns).where('id', '=', id).executeTakeFirst()) ??
  null;

/** Stores a draft in its first version under this id; false when there is one with it. */
export const addNewsletterIssue = async (
  em: EntityManager,
  { id, subject, opening, articleIds }: NewsletterDraft & { id: string },
  now: Date,
): Promise<boolean> => {
  const added = await tables(em)
    .insertInto('newsletter_issues')
    .values({
      id,
      state: 'draft',
      version: 1,
      subject,
      opening,
      articleIds: JSON.stringify(articleIds),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
};

/** Stores an edit of a draft's `version` as its next; false when it has another version or is no draft. */
export const editNewsletterIssue = async (
  em: EntityManager,
  { id, version, draft }: { id: string; version: number; draft: NewsletterDraft },
  now: Date,
): Promise<boolean> => {
  const { subject, opening, articleIds } = draft;
  const edited = await tables(em)
    .updateTable('newsletter_issues')
    .set({
      subject,
      opening,
      articleIds: JSON.stringify(articleIds),
      version: version + 1,
      updatedAt: now,
      previewedVersion: null,
      previewHtml: null,
      previewText: null,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'draft')
    .returning('id')
    .executeTakeFirst();
  return edited !== undefined;
};

/** Stores the previews of a version, unless it was edited since. */
export const storeNewsletterPreview = async (
  em: EntityManager,
  { id, version }: Pick<NewsletterIssue, 'id' | 'version'>,
  { html, text }: NewsletterPreview,
): Promise<void> => {
  await tables(em)
    .updateTable('newsletter_issues')
    .set({ previewedVersion: version, previewHtml: html, previewText: text })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
};

/** Returns the previews of an issue's present version; null while they are not rendered. */
export const findNewsletterPreview = async (em: EntityManager, id: string): Promise<NewsletterPreview | null> => {
  const found = await tables(em)
    .selectFrom('newsletter_issues')
    .select(['previewHtml', 'previewText'])
    .where('id', '=', id)
    .whereRef('previewedVersion', '=', 'version')
    .executeTakeFirst();
  return found === undefined ? null : { html: found.previewHtml ?? '', text: found.previewText ?? '' };
};

/** Whether `subscription` was subscribed at an instant, by its present row. */
const isSubscribedAt = (at: Date) => sql<boolean>`subscription.confirmed_at <= ${at.toISOString()} and not exists (
  select from mail_opt_outs stop where stop.email = subscription.email and stop.stream = 'newsletter'
    and stop.opted_out_at <= ${at.toISOString()}
)`;

/** Counts those who would get an issue that is sent now. */
export const countNewsletterSubscribers = async (em: EntityManager, now: Date): Promise<number> => {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from newsletter_subscriptions subscription where ${isSubscribedAt(now)}
  `.execute(tables(em));
  return counted.rows[0]?.count ?? 0;
};

/** Serialises the starts of issues until the caller's transaction ends. */
export const lockNewsletterStarts = async (em: EntityManager): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('newsletter start', 0))`.execute(tables(em));
};

/** Whether an issue is being sent. */
export const isNewsletterBeingSent = async (em: EntityManager): Promise<boolean> => {
  const sending = await tables(em)
    .selectFrom('newsletter_issues')
    .select('id')
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return sending !== undefined;
};

/** Starts to send a draft's `version`; false when it has another version or is no draft. */
export const startNewsletterIssue = async (
  em: EntityManager,
  { id, version }: Pick<NewsletterIssue, 'id' | 'version'>,
  now: Date,
): Promise<boolean> => {
  const started = await tables(em)
    .updateTable('newsletter_issues')
    .set({ state: 'sending', startedAt: now, nextBatchAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'draft')
    .returning('id')
    .executeTakeFirst();
  return started !== undefined;
};

export interface DueNewsletterIssue {
  id: string;
  startedAt: Date;
  lastQueuedId: string | null;
}

/**
 * Locks the issue of which a batch may be queued now, until the caller's transaction ends. Null when there is none, or
 * while `maxWaiting` of its mails are not sent. A time of a clock since set back does not hold it up.
 */
export const lockDueNewsletterIssue = async (
  em: EntityManager,
  { now, maxWaiting }: { now: Date; maxWaiting: number },
): Promise<DueNewsletterIssue | null> => {
  const found = await sql<DueNewsletterIssue>`
    select id, started_at, last_queued_id from newsletter_issues issue
    where state = 'sending' and queued_at is null
      and (next_batch_at <= ${now.toISOString()} or next_batch_at > ${latestPlausibleInstant(now).toISOString()})
      and (select count(*) from mails mail where ${isOfIssue(sql`issue.id`)} and ${isWaiting}) < ${maxWaiting}
    for update
  `.execute(tables(em));
  return found.rows[0] ?? null;
};

/** Returns up to `limit` subscribers of an issue that follow the last one for whom a mail was queued. */
export const listNextNewsletterSubscribers = async (
  em: EntityManager,
  { startedAt, lastQueuedId }: DueNewsletterIssue,
  limit: number,
): Promise<{ id: string; email: string }[]> => {
  const after = lastQueuedId === null ? sql`true` : sql`subscription.id > ${lastQueuedId}`;
  const found = await sql<{ id: string; email: string }>`
    select id, email from newsletter_subscriptions subscription
    where ${after} and ${isSubscribedAt(startedAt)} order by id limit ${limit}
  `.execute(tables(em));
  return found.rows;
};

/** Records a queued batch: the last one (null: none was left), and when the next may follow. */
export const recordNewsletterBatch = async (
  em: EntityManager,
  id: string,
  batch: { lastQueuedId: string | null; nextBatchAt: Date; now: Date; isLast: boolean },
): Promise<void> => {
  await tables(em)
    .updateTable('newsletter_issues')
    .set({
      nextBatchAt: batch.nextBatchAt,
      ...(batch.lastQueuedId === null ? {} : { lastQueuedId: batch.lastQueuedId }),
      ...(batch.isLast ? { queuedAt: batch.now } : {}),
    })
    .where('id', '=', id)
    .execute();
};

/** Marks an issue as sent once every mail is queued and none waits; returns the ids of those it marked. */
export const markNewsletterIssuesSent = async (em: EntityManager, now: Date): Promise<string[]> => {
  const finished = await sql<{ id: string }>`
    update newsletter_issues issue set state = 'sent', sent_at = ${now.toISOString()}, updated_at = ${now.toISOString()}
    where state = 'sending' and queued_at is not null
      and not exists (select from mails mail where ${isOfIssue(sql`issue.id`)} and ${isWaiting})
    returning id
  `.execute(tables(em));
  return finished.rows.map(({ id }) => id);
};
