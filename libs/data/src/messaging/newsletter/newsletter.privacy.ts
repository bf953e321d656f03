import { sql } from 'kysely';
import { isRowOfPersonAddressSql } from '../../kernel/rows-of-person.ts';
import { type AggregateTablePrivacy, noPersonalDataPrivacy } from '../../kernel/table-privacy.ts';
import { purgeNewsletterAddresses } from './newsletter.repository.ts';

const ofSubscriber = isRowOfPersonAddressSql('newsletter_subscriptions', { email: 'email', at: 'requested_at' });

export const newsletterTablePrivacy = {
  newsletter_subscriptions: {
    rows: ofSubscriber,
    title: 'Newsletter',
    matchesAddress: true,
    columns: sql`newsletter_subscriptions.email as "emailAddress", requested_at as "askedForAt",
        confirmed_at as "confirmedAt"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: { newsletter: { run: purgeNewsletterAddresses } },
  },
  newsletter_tokens: {
    rows: sql`subscription_id in (select id from newsletter_subscriptions where ${ofSubscriber})`,
    title: 'Links in mails of the newsletter',
    matchesAddress: true,
    columns: sql`kind, created_at as "madeAt", expires_at as "worksUntil", used_at as "usedAt"`,
    erase: { with: 'newsletter_subscriptions' },
    purge: { newsletter: { otherwise: 'With the purge of addresses.' } },
  },
  newsletter_issues: {
    ...noPersonalDataPrivacy('What we wrote to all subscribers; who got it is in mails.'),
    purge: {
      newsletterIssues: (before) => sql`updated_at < ${before.toISOString()} and state <> 'sending'`,
    },
  },
} satisfies AggregateTablePrivacy;
