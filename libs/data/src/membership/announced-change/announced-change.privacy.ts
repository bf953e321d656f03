import { sql } from 'kysely';
import { isRowOfUserSql } from '../../kernel/rows-of-person.ts';
import { deletedWithUserPrivacy, type AggregateTablePrivacy } from '../../kernel/table-privacy.ts';

export const announcedChangeTablePrivacy = {
  change_notices: {
    ...deletedWithUserPrivacy,
    rows: isRowOfUserSql,
    title: 'Changes of price or terms that we announced to you',
    columns: sql`(
        select case kind when 'price' then 'The price of a month' else 'The terms of service' end
        from announced_changes where announced_changes.id = announced_change_id
      ) as "what", previous_pence as "priceBeforeInPence", created_at as "announcedAt",
      notified_at as "notifiedAt", effective_at as "effectiveAt",
      settled_at as "decidedAt", case outcome when 'agreed' then 'You agreed' when 'ended' then 'You did not agree'
        when 'lapsed' then 'Your membership had ended' end as "outcome"`,
    omits: ['stripe_subscription_id'],
    namedBy: ['id'],
  },
} satisfies AggregateTablePrivacy;
