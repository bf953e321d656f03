import type { Page } from '@playwright/test';
import { argon2Sync, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

const databaseUrl = process.env.E2E_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:3543/postgres';
const siteUrl = process.env.E2E_BASE_URL ?? 'http://localhost:3000';

/** The password of every admin that a test creates. */
export const staffPassword = 'marmalade bicycle quartz';

const unpadded = (value: Buffer): string => value.toString('base64').replaceAll('=', '');
const nonce = randomBytes(16);
let hash: string | null = null;
/** Hashed once per process, because hashing is slow. */
const passwordHash = (): string => {
  hash ??= unpadded(
    argon2Sync('argon2id', { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, message: staffPassword, nonce }),
  );
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(nonce)}$${hash}`;
};

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface StaffUser {
  id: string;
  email: string;
}

/** Adds a user for one test, with a staff password and no second factor yet. */
export const addStaffUser = (roles: readonly string[] = ['admin']): Promise<StaffUser> =>
  inDatabase(async (client) => {
    const email = `staff-${randomUUID()}@example.com`;
    const { rows } = await client.query<{ id: string }>(
      'insert into users (email, email_verified_at, password_hash, created_at) values ($1, now(), $2, now()) returning id',
      [email, passwordHash()],
    );
    const id = rows[0]?.id ?? '';
    for (const role of roles) {
      await client.query('insert into user_roles (user_id, role, created_at) values ($1, $2, now())', [id, role]);
    }
    return { id, email };
  });

/**
 * Signs a browser in as a new admin, or a user with other roles, in a session that a password and a second factor would
 * open. The sign-in pages have their own tests; `by: 'link'` opens a customer's session.
 */
export async function signInAsStaff(
  page: Page,
  { roles = ['admin'], by = 'password-totp' }: { roles?: readonly string[]; by?: 'password-totp' | 'link' } = {},
): Promise<StaffUser> {
  const user = await addStaffUser(roles);
  const token = randomBytes(32).toString('base64url');
  await inDatabase((client) =>
    client.query(
      `insert into sessions (user_id, token_hash, opened_by, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, now(), now(), now() + interval '11 hours')`,
      [user.id, createHash('sha256').update(token).digest('hex'), by],
    ),
  );
  await page.context().addCookies([{ name: 'session', value: token, url: siteUrl, httpOnly: true, sameSite: 'Lax' }]);
  return user;
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238) for a base-32 secret, now or some thirty-second steps from now. */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((each) => base32Alphabet.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
