import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

const newsletterIssueStates = ['draft', 'sending', 'sent'] as const;
export type NewsletterIssueState = (typeof newsletterIssueStates)[number];

/**
 * One edition of the newsletter: what staff wrote, and how far its sending has come. Who got it is in `mails`, of which
 * it is the subject.
 */
export const newsletterIssueEntity = defineEntity({
  name: 'NewsletterIssue',
  tableName: 'newsletter_issues',
  properties: {
    id: uuidPrimaryKey(),
    state: p.text().$type<NewsletterIssueState>(),
    subject: p.text(),
    opening: p.text(),
    /** The ids of its articles, in their order in the mail. */
    articleIds: p.json<number[]>(),
    /** Raised by each edit: an edit or a sending of an earlier version is refused. */
    version: p.integer(),
    createdAt: instantColumn(),
    updatedAt: instantColumn(),
    /** The version that the previews show. */
    previewedVersion: p.integer().nullable(),
    previewHtml: p.text().nullable(),
    previewText: p.text().nullable(),
    /** When staff sent it: those subscribed at that moment get it. */
    startedAt: instantColumn().nullable(),
    /** The last subscription for which a mail was queued; the order is that of their ids. */
    lastQueuedId: p.uuid().nullable(),
    /** When the next batch may be queued. */
    nextBatchAt: instantColumn().nullable(),
    /** When the mail of the last subscriber was queued. */
    queuedAt: instantColumn().nullable(),
    /** When no mail was left to be sent. */
    sentAt: instantColumn().nullable(),
  },
  indexes: [{ name: 'newsletter_issues_created_at_index', properties: ['createdAt'] }],
  // At most one is being sent.
  uniques: [{ name: 'newsletter_issues_sending_unique', properties: ['state'], where: "state = 'sending'" }],
  checks: [
    {
      name: 'newsletter_issues_state_check',
      expression: `state in (${newsletterIssueStates.map((state) => `'${state}'`).join(', ')})`,
    },
    { name: 'newsletter_issues_article_ids_check', expression: `jsonb_typeof(article_ids) = 'array'` },
    {
      name: 'newsletter_issues_preview_check',
      expression: 'num_nulls(previewed_version, preview_html, preview_text) in (0, 3)',
    },
    {
      name: 'newsletter_issues_started_at_check',
      expression: `(state = 'draft') = (started_at is null) and (state = 'draft') = (next_batch_at is null)`,
    },
    {
      name: 'newsletter_issues_sent_at_check',
      expression: `(state = 'sent') = (sent_at is not null) and (sent_at is null or queued_at is not null)`,
    },
  ],
});
