import { createHash } from 'node:crypto';
import { newSecretToken, secretTokenHash } from './secret-token.ts';

it('generates unique tokens of 256 bits with their SHA-256', () => {
  const made = Array.from({ length: 100 }, newSecretToken);
  expect(new Set(made.map(({ token }) => token)).size).toBe(100);
  for (const { token, hash } of made) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(secretTokenHash(token)).toBe(hash);
  }
});

it.each([undefined, '', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `${'a'.repeat(43)}\n`])(
  'returns no hash for %j',
  (token) => {
    expect(secretTokenHash(token)).toBeNull();
  },
);
