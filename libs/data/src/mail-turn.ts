import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from './entities.ts';

/**
 * Runs `act` in a transaction that alone in all processes has the turn of this name, and answers what it does; `busy`
 * when another has it. The turn ends with the transaction, also when its process dies. A mail is looked up, sent and
 * marked as sent within one turn, so that a job which runs twice at once sends it once.
 */
export const inTurn = <T>(
  em: EntityManager,
  name: string,
  act: (em: EntityManager) => Promise<T>,
): Promise<T | 'busy'> =>
  em.transactional(async (transaction) => {
    const tried = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got
    `.execute(tables(transaction));
    return tried.rows[0]?.got === true ? act(transaction) : 'busy';
  });
