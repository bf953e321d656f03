import { createHmac, timingSafeEqual } from 'node:crypto';

export type AccessTokenState = 'valid' | 'expired' | 'wrong';

export interface AccessTokenIssuer {
  issue(now: Date): { token: string; expiresIn: number };
  check(token: string, now: Date): AccessTokenState;
  expireAll(): void;
  /** Lifetime of the tokens issued from now on, in seconds. */
  setLifetime(seconds: number): void;
}

const defaultAccessTokenLifetimeSeconds = 1_199;

/** Not a secret: a fixed key lets tokens survive a restart of the sandbox, as real ones survive ours. */
const signingKey = 'sandbox-entra-signing-key';
const sign = (text: string): string => createHmac('sha256', signingKey).update(text).digest('base64url');
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function read(payload: string): { exp: number; generation: number } | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (typeof value !== 'object' || value === null || !('exp' in value) || !('generation' in value)) return null;
    return typeof value.exp === 'number' && typeof value.generation === 'number'
      ? { exp: value.exp, generation: value.generation }
      : null;
  } catch {
    return null;
  }
}

/** Issues and checks the bearer tokens of the MOT History API. */
export function createAccessTokenIssuer(): AccessTokenIssuer {
  let generation = 0;
  let lifetime = defaultAccessTokenLifetimeSeconds;
  return {
    issue: (now) => {
      const exp = Math.floor(now.getTime() / 1000) + lifetime;
      const head = encode({ typ: 'JWT', alg: 'HS256' });
      const body = encode({ aud: 'https://tapi.dvsa.gov.uk', exp, generation });
      return { token: `${head}.${body}.${sign(`${head}.${body}`)}`, expiresIn: lifetime };
    },
    check: (token, now) => {
      const [head = '', body = '', signature = ''] = token.split('.');
      const [received, expected] = [Buffer.from(signature), Buffer.from(sign(`${head}.${body}`))];
      const claims = received.length === expected.length && timingSafeEqual(received, expected) ? read(body) : null;
      if (!claims) return 'wrong';
      return claims.generation < generation || claims.exp * 1000 <= now.getTime() ? 'expired' : 'valid';
    },
    expireAll: () => {
      generation += 1;
    },
    setLifetime: (seconds) => {
      lifetime = seconds;
    },
  };
}
