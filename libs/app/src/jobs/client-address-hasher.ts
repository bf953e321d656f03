import type { EntityManager } from '@mikro-orm/postgresql';
import { clientAddressHashKey } from '@ve/data/jobs/limit/secret.repository';
import { createHmac } from 'node:crypto';
import { SigningKey } from '../kernel/signing-key.ts';
import type { SubjectLimitKey } from './subject-limit.ts';

/**
 * The network of a client, by its `clientLimitKey`: the first 24 bits of an IPv4 address, or the first 48 of an IPv6
 * address, which is the usual assignment to one site.
 */
export function networkOfClientAddress(key: string): string {
  const [separator, groups] = key.includes(':') ? [':', 3] : ['.', 3];
  return key.split(separator).slice(0, groups).join(separator);
}

/**
 * Identifies clients by a keyed hash, so that no table contains a network address. The key is in the database: every
 * process computes the same hash, which is meaningless elsewhere.
 */
export class ClientAddressHasher {
  readonly #key: SigningKey;

  /** `reader`: for a plain SQL read outside any request. */
  constructor(reader: EntityManager) {
    this.#key = new SigningKey(() => clientAddressHashKey(reader));
  }

  /**
   * The keyed hash of a client, 64 hexadecimal digits. Must not be called inside a transaction: it may have to read the
   * key first.
   */
  async nameOf(client: string | undefined): Promise<string> {
    return createHmac('sha256', await this.#key.read())
      .update(client ?? 'unknown')
      .digest('hex');
  }

  /** The keyed hash of a client's network, as `nameOf`. */
  networkOf(client: string | undefined): Promise<string> {
    return this.nameOf(client === undefined ? undefined : `network ${networkOfClientAddress(client)}`);
  }

  /** The subject and network for the limit of an e-mail address, hashed as `nameOf`. */
  async limitUseOf(email: string | undefined, client: string | undefined): Promise<SubjectLimitKey> {
    return { subject: await this.nameOf(email), network: await this.networkOf(client) };
  }
}
