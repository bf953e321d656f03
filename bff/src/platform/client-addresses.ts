import { Inject, Injectable } from '@nestjs/common';
import { clientAddressKey } from '@ve/data/limit/secret.repository';
import { createHmac } from 'node:crypto';
import { Database } from './database.ts';

/**
 * Identifies clients by a keyed hash, so that no table contains a network address. The key is in the database: every
 * process computes the same hash, which is meaningless elsewhere.
 */
@Injectable()
export class ClientAddresses {
  #key: Promise<string> | null = null;

  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * The hash of a client, 64 hexadecimal digits. Must not be called inside a transaction: it may have to read the key
   * first.
   */
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
