import type { EntityManager } from '@mikro-orm/postgresql';
import type { CheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { tables } from '../entities.ts';

/** A failed full check, as its mail tells it. */
export interface MailedCheck {
  registration: string;
  failure: CheckFailure;
  requestedAt: Date;
  creditReturned: boolean;
  /** Whether its price goes back, as the membership was cancelled while it ran. */
  refunded: boolean;
  /** End of the period whose credit was used. */
  periodEnd: Date;
}

/** A failed full check by its id; null when there is none, or it did not fail. */
export const findMailedCheck = async (em: EntityManager, id: string): Promise<MailedCheck | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .select(['registration_number', 'failure', 'requested_at', 'credit_returned_at', 'period_end'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('cancellation_requests as request')
            .select('request.id')
            .whereRef('request.stripe_subscription_id', '=', 'full_checks.stripe_subscription_id')
            .whereRef('request.paid_until', '=', 'full_checks.period_end')
            .where('request.kept_at', 'is', null)
            .where('request.refund_pence', '>', 0),
        )
        .as('refunded'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.failure) return null;
  return {
    registration: row.registration_number,
    failure: row.failure,
    requestedAt: row.requested_at,
    creditReturned: row.credit_returned_at !== null,
    refunded: Boolean(row.refunded),
    periodEnd: row.period_end,
  };
};
