import type { SecondFactorEnrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { Secret, TOTP } from 'otpauth';

/** Supported by every authenticator app: RFC 6238 with SHA-1, six digits, thirty seconds. */
const shape = { issuer: 'Vehicle Enquiry', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Number of steps before and after the current one whose codes are accepted: clocks differ, and typing takes time. */
const drift = 1;

const totpOf = (secret: string, label = ''): TOTP => new TOTP({ ...shape, label, secret: Secret.fromBase32(secret) });

/** A new secret for the account with this address, and the URL of its QR code. */
export function newTotp(email: string): SecondFactorEnrolment {
  const secret = new Secret({ size: secretBytes }).base32;
  return { secret, uri: totpOf(secret, email).toString() };
}

/** The thirty-second step since 1970 that a code belongs to; null when no step accepted now has this code. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: drift });
  return delta === null ? null : Math.floor(now.getTime() / (shape.period * 1_000)) + delta;
}
