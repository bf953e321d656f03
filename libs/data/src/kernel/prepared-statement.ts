import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

/** A named prepared statement: Postgres parses and plans it once per connection. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Runs a hot read without building and planning it each time, within the manager's transaction if it has one. Values
 * are as the driver parses them; select instants as numbers.
 */
export async function runPreparedRead<Row extends object>(
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
