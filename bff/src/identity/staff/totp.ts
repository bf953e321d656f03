import type { Enrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { Secret, TOTP } from 'otpauth';

/** What every authenticator app can do: RFC 6238 with SHA-1, six digits, thirty seconds. */
const shape = { issuer: 'Vehicle Enquiry', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Steps before and after the present one whose codes are accepted: clocks differ, and typing takes time. */
const drift = 1;

const totpOf = (secret: string, label = ''): TOTP => new TOTP({ ...shape, label, secret: Secret.fromBase32(secret) });

/** A new secret for the account of this address, and the address of its QR code. */
export function newTotp(email: string): Enrolment {
  const secret = new Secret({ size: secretBytes }).base32;
  return { secret, uri: totpOf(secret, email).toString() };
}

/** The step of thirty seconds, since 1970, that a code is of; null when it is of none that is accepted now. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: drift });
  return delta === null ? null : Math.floor(now.getTime() / (shape.period * 1_000)) + delta;
}
