import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

interface Cost {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

interface StoredHash extends Cost {
  salt: Buffer;
  tag: Buffer;
}

/** The cost of new hashes: OWASP's smallest recommended argon2id parameters. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

/** Maximum cost of verification, so that a foreign hash cannot exhaust memory or time. */
const maxCost: Cost = { memory: 262_144, passes: 16, parallelism: 8 };

const number = '([1-9][0-9]{0,9})';
const bytes = '([A-Za-z0-9+/]{11,86})';
const phc = new RegExp(`^\\$argon2id\\$v=19\\$m=${number},t=${number},p=${number}\\$${bytes}\\$${bytes}$`);

const unpadded = (value: Buffer): string => value.toString('base64').replaceAll('=', '');

/** The parsed hash; null for another format, or for cost parameters that are invalid or above our maximum. */
function parseHash(stored: string): StoredHash | null {
  const parts = phc.exec(stored);
  if (parts === null) return null;
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const parsed = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
  const affordable =
    parsed.memory >= 8 * parsed.parallelism &&
    parsed.memory <= maxCost.memory &&
    parsed.passes <= maxCost.passes &&
    parsed.parallelism <= maxCost.parallelism;
  // A tag of only a few bytes could match by chance.
  return affordable && parsed.salt.length >= 8 && parsed.tag.length >= 16 ? parsed : null;
}

const deriveTag = ({
  password,
  cost: { memory, passes, parallelism },
  nonce,
  tagLength,
}: {
  password: string;
  cost: Cost;
  nonce: Buffer;
  tagLength: number;
}) => derive('argon2id', { memory, passes, parallelism, tagLength, message: password, nonce });

/** argon2id of a password at the current cost, in PHC format, as stored in `users.password_hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await deriveTag({ password, cost, nonce: salt, tagLength: tagBytes });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Whether the password matches the hash, at the hash's own cost; false for any other text. */
export async function isPasswordCorrect(password: string, stored: string): Promise<boolean> {
  const hash = parseHash(stored);
  if (hash === null) return false;
  return timingSafeEqual(
    await deriveTag({ password, cost: hash, nonce: hash.salt, tagLength: hash.tag.length }),
    hash.tag,
  );
}

/** Whether the hash has a different cost than the current one; the next successful sign-in then stores a new one. */
export function needsRehash(stored: string): boolean {
  const hash = parseHash(stored);
  return (
    hash === null ||
    hash.memory !== cost.memory ||
    hash.passes !== cost.passes ||
    hash.parallelism !== cost.parallelism ||
    hash.salt.length !== saltBytes ||
    hash.tag.length !== tagBytes
  );
}
