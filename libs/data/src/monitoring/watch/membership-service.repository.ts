import type { EntityManager } from '@mikro-orm/postgresql';
import type { Service } from '@ve/domain/membership/membership-services';
import { tables } from '../../entities.ts';
import { isServiceProvidedSql } from '../../membership/subscription/membership-sql.ts';

/** Whether the user's membership provides a service at `now`. */
export const isServiceProvidedTo = async (
  em: EntityManager,
  { userId, service }: { userId: string; service: Service },
  now: Date,
): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where(isServiceProvidedSql('subscriptions', service, now))
    .executeTakeFirst();
  return row !== undefined;
};
