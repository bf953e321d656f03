import { type RawBuilder, sql } from 'kysely';
import { confirmedPhoneNumberSql } from '../../kernel/rows-of-person.ts';
import { type AggregateTablePrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

/** Within `personCteSql`: the ids of the person's rows that texts refer to. */
const textSubjectsOfPerson: RawBuilder<unknown> = sql`
  select id from phone_codes where user_id = (select user_id from person)
  union all select id from watch_events where user_id = (select user_id from person)
  union all select id from reminders where user_id = (select user_id from person)`;

/** Whether no other account has the number of a row. */
const hasNoOtherOwner = (phone: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select from customers other
  where other.phone_number = ${sql.ref(phone)} and other.user_id <> (select user_id from person)
)`;

const isFromPerson = sql`inbound_texts.phone = (${confirmedPhoneNumberSql})`;

// A number that is not confirmed may belong to another person.
export const textTablePrivacy = {
  inbound_texts: {
    rows: isFromPerson,
    title: 'Texts you sent us',
    columns: sql`phone as "from", keyword as "asksFor", received_at as "receivedAt", vendor_message_id as "numberAtTwilio"`,
    erase: { only: hasNoOtherOwner('inbound_texts.phone') },
    purge: { texts: purgeRuleOlderThan('received_at') },
  },
  texts: {
    rows: sql`(recipient = (${confirmedPhoneNumberSql}) or subject_id in (${textSubjectsOfPerson}))`,
    title: 'Texts we sent',
    columns: sql`template as "kind", recipient as "to", created_at as "writtenAt", attempted_at as "triedAt",
        sent_at as "sentAt", vendor_message_id as "numberAtTwilio", segments as "parts", price_micros as "priceInMillionthsOfAPound",
        delivered_at as "arrivedAt", failed_at as "failedAt", failure as "whyItFailed", skipped_at as "notSentAt",
        skip_reason as "whyItWasNotSent"`,
    erase: {
      where: ({ rows }) => sql`subject_id in (
          ${textSubjectsOfPerson}
          union all
          select id from inbound_texts where ${isFromPerson} and ${hasNoOtherOwner('inbound_texts.phone')}
        ) or subject_id = any (${rows}::uuid[])
        or (recipient = (${confirmedPhoneNumberSql}) and ${hasNoOtherOwner('texts.recipient')})`,
    },
    purge: {
      texts: (before) => sql`created_at < ${before.toISOString()} and num_nonnulls(sent_at, failed_at, skipped_at) > 0`,
    },
  },
  text_opt_outs: {
    key: 'phone',
    rows: sql`text_opt_outs.phone = (${confirmedPhoneNumberSql})`,
    title: 'Numbers that no text goes to',
    columns: sql`phone as "telephone", reason, opted_out_at as "since"`,
    erase: { only: hasNoOtherOwner('text_opt_outs.phone') },
    purge: {
      textOptOuts: (before) => sql`opted_out_at < ${before.toISOString()}
        and not exists (select from customers where customers.phone_number = text_opt_outs.phone)`,
    },
  },
} satisfies AggregateTablePrivacy;
