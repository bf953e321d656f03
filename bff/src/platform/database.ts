import type { connectDatabase } from '@ve/data/database';

type Connection = Awaited<ReturnType<typeof connectDatabase>>;

/** The application's pool of connections. */
export class Database {
  readonly #connection: Connection;
  /** For reads in SQL alone, on the pool: they load no entity, so requests may share it. */
  readonly reader: Connection['em'];

  constructor(connection: Connection) {
    this.#connection = connection;
    this.reader = connection.em.fork();
  }

  /** An entity manager of the caller's own: nothing that one request loaded is seen by another. */
  em(): Connection['em'] {
    return this.#connection.em.fork();
  }

  /** Rejects when the database does not answer. */
  async ping(): Promise<void> {
    await this.#connection.em.fork().getConnection().execute('select 1');
  }
}
