import { Inject, Injectable } from '@nestjs/common';
import { readSharedSecret } from '@ve/data/jobs/limit/secret.repository';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { BffDatabase } from '../../platform/database.ts';
import { SigningKey } from '@ve/app/kernel/signing-key';

const uuidBytes = 16;
const signatureBytes = 24;

/**
 * The secret URLs of calendar feeds. A token is the user's id with a signature over the id and the version in the
 * user's row, so that it can be shown again without being stored, and changing the version revokes it. The key is in
 * the database: every process signs equally.
 */
@Injectable()
export class CalendarFeedTokens {
  readonly #key: SigningKey;

  constructor(@Inject(BffDatabase) database: BffDatabase) {
    this.#key = new SigningKey(() => readSharedSecret(database.em(), 'calendar'));
  }

  /**
   * The token of a user: 54 characters of base64url. Must not be called inside a transaction: it may have to create the
   * key first.
   */
  async tokenOf(userId: string, version: number): Promise<string> {
    const signature = await this.#sign(`calendar ${userId} ${String(version)}`);
    return Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), signature]).toString('base64url');
  }

  /** Whether the token belongs to this user and version. */
  async isTokenOf(token: string, userId: string, version: number): Promise<boolean> {
    const [given, expected] = [Buffer.from(token), Buffer.from(await this.tokenOf(userId, version))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** An identifier for an entry of a user's feed, which does not reveal the user. */
  async nameOf(userId: string, what: string): Promise<string> {
    return (await this.#sign(`event ${userId} ${what}`)).toString('hex');
  }

  async #sign(text: string): Promise<Buffer> {
    return createHmac('sha256', await this.#key.read())
      .update(text)
      .digest()
      .subarray(0, signatureBytes);
  }
}

/** The user id that a token claims, before its signature is checked. */
export const unverifiedUserIdOfCalendarToken = (token: string): string =>
  Buffer.from(token, 'base64url')
    .subarray(0, uuidBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
