import type { connectDatabase } from '@ve/data/kernel/database';

type Connection = Awaited<ReturnType<typeof connectDatabase>>;

/** The application's pool of connections. */
export class BffDatabase {
  readonly #connection: Connection;
  /** For plain SQL reads on the pool: they load no entities, so requests may share it. */
  readonly reader: Connection['em'];

  constructor(connection: Connection) {
    this.#connection = connection;
    this.reader = connection.em.fork();
  }

  /** A new entity manager, with its own identity map. */
  em(): Connection['em'] {
    return this.#connection.em.fork();
  }

  /** Rejects when the database does not answer. */
  async ping(): Promise<void> {
    await this.#connection.em.fork().getConnection().execute('select 1');
  }
}
