import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

/** A fixed statement under a name of its own: Postgres parses and plans it once a connection. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * The rows of a read that is made too often to compose and plan it each time. It runs in the manager's transaction if
 * it has one. Values arrive as the driver parses them; an instant is best selected as a number.
 */
export async function preparedRead<Row extends object>(
  em: EntityManager,
  statement: PreparedStatement,
  values: readonly (string | number | null)[],
): Promise<Row[]> {
  if (em.isInTransaction()) {
    const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(statement.text, [...values]));
    return rows;
  }
  const pool = await em.getConnection().getNativeClient();
  const { rows } = await pool.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
  return rows;
}
