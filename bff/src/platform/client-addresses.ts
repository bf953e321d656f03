import { Inject, Injectable } from '@nestjs/common';
import { clientAddressKey } from '@ve/data/limit/secret.repository';
import { createHmac } from 'node:crypto';
import { Database } from './database.ts';

/**
 * Names clients by a keyed hash, so that no table holds a network address. The key is in the database: every process
 * gives a client the same name, and the names mean nothing outside of it.
 */
@Injectable()
export class ClientAddresses {
  #key: Promise<string> | null = null;

  constructor(@Inject(Database) private readonly database: Database) {}

  /** The name of a client, 64 hexadecimal digits. Not to be asked for inside a transaction: it may read the key first. */
  async nameOf(client: string | undefined): Promise<string> {
    this.#key ??= clientAddressKey(this.database.reader).catch((error: unknown) => {
      this.#key = null;
      throw error;
    });
    return createHmac('sha256', await this.#key)
      .update(client ?? 'unknown')
      .digest('hex');
  }
}
