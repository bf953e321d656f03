import type { EntityManager } from '@mikro-orm/postgresql';
import type { Service } from '@ve/domain/membership/membership-services';
import { tables } from '../../entities.ts';
import { isProvided } from '../../membership/subscription/membership-sql.ts';

/** Whether the user's membership provides a service at `now`. */
export const isProvidedTo = async (
  em: EntityManager,
  { userId, service }: { userId: string; service: Service },
  now: Date,
): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', '=', userId)
    .where(isProvided('subscriptions', service, now))
    .executeTakeFirst();
  return row !== undefined;
};
