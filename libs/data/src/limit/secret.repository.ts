import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../entities.ts';

/**
 * The key with which client addresses are hashed before they are stored; the same for every process on this database.
 */
export const clientAddressKey = async (em: EntityManager): Promise<string> => {
  const { value } = await tables(em)
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'client-address')
    .executeTakeFirstOrThrow();
  return value;
};
