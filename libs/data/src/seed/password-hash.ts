import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's smallest recommended cost of argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const phc = new RegExp(
  `^\\$argon2id\\$v=19\\$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)$`,
);

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** argon2id of a password, in PHC form. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, message: password, nonce: salt });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
};

/** Whether the password is the one of this hash; false for a hash of another form or cost. */
export const passwordMatches = async (password: string, hash: string): Promise<boolean> => {
  const [, salt, tag] = phc.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return false;
  const expected = Buffer.from(tag, 'base64');
  const derived = await derive('argon2id', { ...cost, message: password, nonce: Buffer.from(salt, 'base64') });
  return expected.length === derived.length && timingSafeEqual(expected, derived);
};
