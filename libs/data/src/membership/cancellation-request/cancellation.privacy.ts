import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { isRowOfPersonAddressSql, isRowOfUserOrAddressSql } from '../../kernel/rows-of-person.ts';
import { type AggregateTablePrivacy, purgeRuleOlderThan } from '../../kernel/table-privacy.ts';

export const cancellationTablePrivacy = {
  cancellation_requests: {
    rows: isRowOfUserOrAddressSql('cancellation_requests', { email: 'customer_email', at: 'created_at' }),
    title: 'Cancellations',
    columns: sql`customer_email as "emailAddress", registration_number as "registration", origin as "cancelledBy",
        refund_kind as "refund", refund_pence as "refundInPence", no_refund_reason as "whyNoRefund",
        stripe_refund_id as "refundNumberAtStripe", refund_card as "refundToCard", paid_until as "paidUntil",
        created_at as "cancelledAt", ends_at as "endsAt", withdrawn_at as "takenBackAt", finished_at as "carriedOutAt",
        cancellation_reason as "answerToOurQuestion"`,
    omits: ['stripe_subscription_id'],
    erase: 'rows',
    namedBy: ['id', 'stripe_refund_id', 'stripe_subscription_id'],
    purge: {
      cancellationAnswers: {
        // The cancellation is kept; the token with which it could be answered goes too.
        run: async (em, { before }) => {
          const cleared = await sql`
            update cancellation_requests set cancellation_reason = null, cancellation_reason_token_hash = null where id in (
              select id from cancellation_requests
              where created_at < ${before.toISOString()} and (cancellation_reason is not null or cancellation_reason_token_hash is not null)
              limit 1000 for update skip locked
            )
          `.execute(tables(em));
          return Number(cleared.numAffectedRows ?? 0);
        },
      },
    },
  },
  cancellation_codes: {
    rows: isRowOfPersonAddressSql('cancellation_codes', { email: 'email', at: 'created_at' }),
    title: 'Codes for the cancellation page',
    matchesAddress: true,
    columns: sql`cancellation_codes.email as "emailAddress", created_at as "askedForAt", used_at as "usedAt",
        wrong_guesses + other_browser_wrong_guesses as "wrongCodes"`,
    erase: 'rows',
    namedBy: ['id'],
    purge: { cancellationCodes: purgeRuleOlderThan('created_at') },
  },
} satisfies AggregateTablePrivacy;
