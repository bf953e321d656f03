import { type RawBuilder, sql } from 'kysely';
import { isRowOfPersonAddressSql, isRowOfUserOrAddressSql } from '../../kernel/rows-of-person.ts';
import type { AggregateTablePrivacy } from '../../kernel/table-privacy.ts';
import { contactMessageTablePrivacy } from '../contact/contact-message.privacy.ts';

/** Whether no other account has the address of a row: what it says protects its current owner. */
const hasNoOtherOwner = (email: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select from users other where other.email = ${sql.ref(email)} and other.id <> (select user_id from person)
)`;

const ofRecipient = isRowOfPersonAddressSql('mails', { email: 'recipient', at: 'created_at' });

export const mailTablePrivacy = {
  mails: {
    rows: ofRecipient,
    title: 'Mails we sent',
    matchesAddress: true,
    columns: sql`template as "kind", coalesce(recipient, 'our support') as "to", created_at as "writtenAt",
        sent_at as "sentAt", bounced_at as "cameBackAt", failed_at as "failedAt", failure as "whyItFailed",
        skipped_at as "notSentAt", skip_reason as "whyItWasNotSent"`,
    exportedWhere: sql`${ofRecipient} or (recipient is null and subject_id in (
        select id from disputes where ${isRowOfUserOrAddressSql('disputes', { email: 'email', at: 'created_at' })}
        union all
        select id from contact_messages where ${contactMessageTablePrivacy.contact_messages.rows}
      ))`,
    erase: {
      where: ({ rows }) => sql`id in (
        select mails.id from mails where ${ofRecipient}
        union all select id from mails where subject_id = any (${rows}::uuid[])
      )`,
    },
    namedBy: ['id'],
    purge: {
      mails: (before) => sql`created_at < ${before.toISOString()}
        and (sent_at is not null or skipped_at is not null or (failed_at is not null
          and (recipient is not null or template in ('contact-message', 'complaint-escalated', 'dispute'))))`,
    },
  },
  mail_opt_outs: {
    rows: isRowOfPersonAddressSql('mail_opt_outs', { email: 'email', at: 'opted_out_at' }),
    title: 'Mails you do not want',
    matchesAddress: true,
    columns: sql`mail_opt_outs.email as "emailAddress", stream as "kind", opted_out_at as "stoppedAt"`,
    erase: { only: hasNoOtherOwner('mail_opt_outs.email') },
    purge: { newsletter: { otherwise: 'With the address of the newsletter.' } },
  },
  mail_suppressions: {
    key: 'email',
    rows: isRowOfPersonAddressSql('mail_suppressions', { email: 'email', at: 'suppressed_at' }),
    title: 'Addresses that our mails do not reach',
    matchesAddress: true,
    columns: sql`mail_suppressions.email as "emailAddress", reason, suppressed_at as "since", lifted_at as "until"`,
    erase: { only: hasNoOtherOwner('mail_suppressions.email') },
    purge: {
      undeliverable: (before) => sql`suppressed_at < ${before.toISOString()}
        and (lifted_at is not null or not exists (select from users where users.email = mail_suppressions.email))`,
    },
  },
} satisfies AggregateTablePrivacy;
