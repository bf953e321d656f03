import type { EntityManager } from '@mikro-orm/postgresql';
import { readSharedSecret } from '@ve/data/jobs/limit/secret.repository';
import type { StaffAccount } from '@ve/data/identity/staff/staff-account.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SigningKey } from '../../kernel/signing-key.ts';

/** How long a browser is recognised after its last full sign-in. */
export const knownStaffBrowserSeconds = 90 * 86_400;

/** The values that the signature covers: after any of them changes, the browser is no longer known. */
export interface KnownStaffBrowserClaims {
  userId: string;
  passwordHash: string | null;
  knownBrowsersValidFrom: Date | null;
}

/** Compared with the mark when an address has no account, so that it takes the same time. */
const noOwner: KnownStaffBrowserClaims = { userId: '', passwordHash: null, knownBrowsersValidFrom: null };

/**
 * Browsers in which a member of staff has signed in with password and second factor, each with a signed mark, valid for
 * 90 days, in a cookie. Such a browser has its own sign-in attempts, which no other client can use up. The mark grants
 * no access.
 */
export class KnownStaffBrowserService {
  readonly #key: SigningKey;

  /** `reader`: for a plain SQL read outside any request. */
  constructor(
    reader: EntityManager,
    private readonly now: Clock,
  ) {
    this.#key = new SigningKey(() => readSharedSecret(reader, 'known-browser'));
  }

  /**
   * The id of the browser with this mark if it is known to this account; otherwise null, and always null without an
   * account. Must not be called inside a transaction: it may have to read the key first.
   */
  async idOf(mark: string | null, account: StaffAccount | null): Promise<string | null> {
    if (mark === null) return null;
    const id = verifyKnownStaffBrowser(
      { value: mark, owner: account ?? noOwner, key: await this.#key.read() },
      this.now(),
    );
    return account === null ? null : id;
  }

  /** A mark for a browser in which this account has just signed in; each sign-in restarts the 90 days. */
  async markFor(account: StaffAccount): Promise<string> {
    return signKnownStaffBrowser(account, await this.#key.read(), this.now());
  }
}

const shape = /^([A-Za-z0-9_-]{22})\.([0-9]{1,12})\.([A-Za-z0-9_-]{43})$/;
/**
 * The maximum difference between the clocks of two processes. A cookie from further in the future was signed before the
 * clock was set back.
 */
const skewSeconds = 5 * 60;

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);

const signatureOf = ({
  id,
  since,
  owner,
  key,
}: {
  id: string;
  since: string;
  owner: KnownStaffBrowserClaims;
  key: string;
}): Buffer =>
  createHmac('sha256', key)
    .update(
      JSON.stringify([
        'known browser',
        id,
        since,
        owner.userId,
        owner.passwordHash,
        owner.knownBrowsersValidFrom?.getTime() ?? null,
      ]),
    )
    .digest();

/** The cookie value for a browser in which this owner has just signed in. */
export function signKnownStaffBrowser(owner: KnownStaffBrowserClaims, key: string, now: Date): string {
  const id = randomBytes(16).toString('base64url');
  const since = String(secondsOf(now));
  return `${id}.${since}.${signatureOf({ id, since, owner, key }).toString('base64url')}`;
}

/**
 * The id of the browser if this owner signed in with it within 90 days; null for a value that is forged, expired or
 * another user's.
 */
function verifyKnownStaffBrowser(
  { value, owner, key }: { value: string; owner: KnownStaffBrowserClaims; key: string },
  now: Date,
): string | null {
  const [, id, since, signature] = shape.exec(value) ?? [];
  if (id === undefined || since === undefined || signature === undefined) return null;
  const isGenuine = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf({ id, since, owner, key }));
  const age = secondsOf(now) - Number(since);
  return isGenuine && age >= -skewSeconds && age < knownStaffBrowserSeconds ? id : null;
}
