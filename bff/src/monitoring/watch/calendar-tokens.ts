import { Inject, Injectable } from '@nestjs/common';
import { sharedSecret } from '@ve/data/jobs/limit/secret.repository';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Database } from '../../platform/database.ts';
import { SigningKey } from '../../platform/signing-key.ts';

const uuidBytes = 16;
const signatureBytes = 24;

/**
 * The secret addresses of calendar feeds. A token is the user's id and its signature together with the version that the
 * user's row has, so that it can be shown again without being stored, and another version ends it. The key is in the
 * database: every process signs alike.
 */
@Injectable()
export class CalendarTokens {
  readonly #key: SigningKey;

  constructor(@Inject(Database) database: Database) {
    this.#key = new SigningKey(() => sharedSecret(database.em(), 'calendar'));
  }

  /** 54 characters of base64url. Must not be called inside a transaction: it may have to make the key first. */
  async tokenOf(userId: string, version: number): Promise<string> {
    const signature = await this.#sign(`calendar ${userId} ${String(version)}`);
    return Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), signature]).toString('base64url');
  }

  /** Whether a token is the user's of this version. */
  async isTokenOf(token: string, userId: string, version: number): Promise<boolean> {
    const [given, expected] = [Buffer.from(token), Buffer.from(await this.tokenOf(userId, version))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** An identifier of something in a user's feed, from which nobody else can tell whose it is. */
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

/** The id of the user that a token names; what it says is not proven yet. */
export const claimedUserOf = (token: string): string =>
  Buffer.from(token, 'base64url')
    .subarray(0, uuidBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
