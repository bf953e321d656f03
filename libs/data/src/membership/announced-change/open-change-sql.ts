import { sql } from 'kysely';

/** The columns about announced changes of the subscription `table` that are not decided yet. A member has one price. */
export const openAnnouncedChangeColumns = (table: string) => {
  const notices = sql`change_notices notice
    where notice.stripe_subscription_id = ${sql.ref(`${table}.stripe_subscription_id`)} and notice.settled_at is null`;
  const agreed = sql`exists (select from consents where consents.change_notice_id = notice.id)`;
  return [
    sql<Date | null>`(select min(notice.effective_at) from ${notices} and not ${agreed})`.as('undecidedFrom'),
    sql<Date | null>`(
      select notice.effective_at from ${notices} and ${agreed} and exists (
        select from announced_changes where id = notice.announced_change_id and kind = 'price'
      ) limit 1
    )`.as('agreedFrom'),
    sql<number | null>`(
      select price.pence from membership_prices price where price.id = (
        select change.membership_price_id from announced_changes change where change.kind = 'price' and change.id in (
          select notice.announced_change_id from ${notices} and ${agreed}
        )
      )
    )`.as('agreedPence'),
  ] as const;
};

/** An open announced change of a subscription, as `openAnnouncedChangeColumns` selects it. */
export interface OpenAnnouncedChangeColumns {
  undecidedFrom: Date | null;
  agreedFrom: Date | null;
  agreedPence: number | null;
}

/** The facts of `timelineOf` about an open announced change. */
export const toOpenAnnouncedChangeFacts = ({ undecidedFrom, agreedFrom, agreedPence }: OpenAnnouncedChangeColumns) => ({
  undecidedFrom,
  agreedPrice: agreedFrom === null || agreedPence === null ? null : { pence: agreedPence, from: agreedFrom },
});
