import { describe, expect, it } from '@jest/globals';
import { argon2Sync } from 'node:crypto';
import { hashPassword, needsRehash, isPasswordCorrect } from './password-hash.ts';

const password = 'correct horse battery staple';
const unpadded = (value: Buffer): string => value.toString('base64').replaceAll('=', '');

/** A hash with different cost parameters. */
const stored = (memory: number, passes: number, parallelism: number, tagLength = 32): string => {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', { memory, passes, parallelism, tagLength, message: password, nonce });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
};

it('hashes with a random salt and OWASP’s cost', async () => {
  const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await isPasswordCorrect(password, first)).toBe(true);
  expect(await isPasswordCorrect(`${password} `, first)).toBe(false);
  expect(needsRehash(first)).toBe(false);
});

it.each([
  ['cheaper memory', 8_192, 2, 1, 32],
  ['more passes', 19_456, 3, 1, 32],
  ['more lanes', 19_456, 2, 4, 32],
  ['a shorter tag', 19_456, 2, 1, 16],
])(
  'verifies a hash with %s by its stored parameters, and reports that it needs a rehash',
  async (_what, ...parameters) => {
    const hash = stored(...parameters);
    expect(await isPasswordCorrect(password, hash)).toBe(true);
    expect(await isPasswordCorrect('wrong', hash)).toBe(false);
    expect(needsRehash(hash)).toBe(true);
  },
);

describe('text that is not one of our hashes', () => {
  const salt = unpadded(Buffer.alloc(16, 7));
  const tag = unpadded(Buffer.alloc(32, 7));
  it.each([
    ['nothing', ''],
    ['the password itself', password],
    ['another algorithm', `$argon2i$v=19$m=19456,t=2,p=1$${salt}$${tag}`],
    ['bcrypt', '$2b$12$abcdefghijklmnopqrstuuQ7n1YgI5o0Y1N0eB0u8b9m1aXf3m9G'],
    ['an older version', `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${tag}`],
    ['all of the memory', `$argon2id$v=19$m=4294967295,t=2,p=1$${salt}$${tag}`],
    ['minutes of passes', `$argon2id$v=19$m=19456,t=4294967295,p=1$${salt}$${tag}`],
    ['thousands of lanes', `$argon2id$v=19$m=262144,t=1,p=16384$${salt}$${tag}`],
    ['less memory than the lanes need', `$argon2id$v=19$m=8,t=1,p=2$${salt}$${tag}`],
    ['no passes', `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${tag}`],
    ['a number too long to be one', `$argon2id$v=19$m=${'9'.repeat(400)},t=2,p=1$${salt}$${tag}`],
    ['no tag', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$`],
    ['a tag that chance would match', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$AAAAAAAAAAA`],
    ['a tag of a megabyte', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(1_000_000)}`],
    ['no salt', `$argon2id$v=19$m=19456,t=2,p=1$$${tag}`],
    ['a line break at the end', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}\n`],
  ])('never matches, never throws and needs a rehash: %s', async (_what, text) => {
    expect(await isPasswordCorrect(password, text)).toBe(false);
    expect(needsRehash(text)).toBe(true);
  });
});
