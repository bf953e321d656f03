import type { EntityManager } from '@mikro-orm/postgresql';
import type { CheckFailure } from '@ve/domain/report/check-failure';
import { tables } from '../entities.ts';

/** A failed full check, as its mail tells it. */
export interface MailedCheck {
  registration: string;
  failure: CheckFailure;
  requestedAt: Date;
  creditReturned: boolean;
  /** End of the period whose credit was used. */
  periodEnd: Date;
}

/** A failed full check by its id; null when there is none, or it did not fail. */
export const findMailedCheck = async (em: EntityManager, id: string): Promise<MailedCheck | null> => {
  const row = await tables(em)
    .selectFrom('full_checks')
    .select(['registration_number', 'failure', 'requested_at', 'credit_returned_at', 'period_end'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.failure) return null;
  return {
    registration: row.registration_number,
    failure: row.failure,
    requestedAt: row.requested_at,
    creditReturned: row.credit_returned_at !== null,
    periodEnd: row.period_end,
  };
};
