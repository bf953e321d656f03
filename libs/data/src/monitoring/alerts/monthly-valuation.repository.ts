import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';

export interface StoredMonthlyValuation {
  /** `2026-11` */
  month: string;
  valuePence: number;
  fetchedAt: Date;
}

/** Stores a month's value of a car; a later reading of the same month replaces it. */
export const storeMonthlyValuation = async (
  em: EntityManager,
  { userId, registration }: { userId: string; registration: string },
  { month, valuePence, fetchedAt }: StoredMonthlyValuation,
): Promise<void> => {
  await tables(em)
    .insertInto('monthly_valuations')
    .values({ userId, registrationNumber: registration, month, valuePence, fetchedAt })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'registrationNumber', 'month']).doUpdateSet({ valuePence, fetchedAt }),
    )
    .execute();
};

/** The values of a car in the last sixty months, the oldest first. */
export const listMonthlyValuations = async (
  em: EntityManager,
  userId: string,
  registration: string,
): Promise<StoredMonthlyValuation[]> => {
  const rows = await tables(em)
    .selectFrom('monthly_valuations')
    .select(['month', 'valuePence', 'fetchedAt'])
    .where('userId', '=', userId)
    .where('registrationNumber', '=', registration)
    .orderBy('month', 'desc')
    .limit(60)
    .execute();
  return rows.toReversed();
};
