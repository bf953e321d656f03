import { Inject, Injectable } from '@nestjs/common';
import { sharedSecret } from '@ve/data/jobs/limit/secret.repository';
import { openText, sealText } from '@ve/app/kernel/sealed-text';
import type { Config } from '../../config.ts';
import { Database } from '../../platform/database.ts';
import { CONFIG } from '../../platform/tokens.ts';

/**
 * Seals the second factors of staff for the database, so that a copy of the database does not allow signing in. The key
 * is configuration; where that is optional, outside production, the key is in the database itself.
 */
@Injectable()
export class StaffSecrets {
  #made: Promise<string> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** Reads the key. Await it before a transaction that seals or opens: it may need its own connection. */
  async ready(): Promise<void> {
    await this.#keys();
  }

  async seal(userId: string, secret: string): Promise<string> {
    const [key] = await this.#keys();
    return sealText(secret, key, userId);
  }

  /** @throws Error when the key is no longer configured */
  async open(userId: string, sealed: string): Promise<string> {
    return openText(sealed, await this.#keys(), userId);
  }

  async #keys(): Promise<[Buffer, ...Buffer[]]> {
    const [first, ...others] = this.config.STAFF_SECRETS_KEY ?? [];
    const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
    if (first !== undefined) return [bytes(first), ...others.map(bytes)];
    this.#made ??= sharedSecret(this.database.em(), 'staff-secrets').catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    return [bytes(await this.#made)];
  }
}
