import type { EntityManager } from '@mikro-orm/postgresql';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { tables } from '../entities.ts';

/** A failed full check, with what its e-mail states. */
export interface FailedFullCheckMailData {
  registration: string;
  failure: FullCheckFailure;
  requestedAt: Date;
  creditReturned: boolean;
  /** Whether its price is refunded because the membership was cancelled while the check ran. */
  refunded: boolean;
  /** End of the period whose credit was used. */
  periodEnd: Date;
}

/** Returns a failed full check by its id; null when there is none, or it did not fail. */
export const findFailedFullCheckMailData = async (
  em: EntityManager,
  id: string,
): Promise<FailedFullCheckMailData | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .select(['registrationNumber', 'failure', 'requestedAt', 'creditReturnedAt', 'periodEnd'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('cancellation_requests as request')
            .select('request.id')
            .whereRef('request.stripeSubscriptionId', '=', 'full_checks.stripeSubscriptionId')
            .whereRef('request.paidUntil', '=', 'full_checks.periodEnd')
            .where('request.withdrawnAt', 'is', null)
            .where('request.refundPence', '>', 0),
        )
        .as('refunded'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.failure) return null;
  return {
    registration: row.registrationNumber,
    failure: row.failure,
    requestedAt: row.requestedAt,
    creditReturned: row.creditReturnedAt !== null,
    refunded: Boolean(row.refunded),
    periodEnd: row.periodEnd,
  };
};
