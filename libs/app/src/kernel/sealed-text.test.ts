import { randomBytes } from 'node:crypto';
import { decryptTextForRow, encryptTextForRow } from './sealed-text.ts';

const [key, other] = [randomBytes(32), randomBytes(32)];

it('opens with its key, even after a newer one was added, and encrypts differently each time', () => {
  const sealed = encryptTextForRow('JBSWY3DP', key, 'row 1');
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(sealed).not.toBe(encryptTextForRow('JBSWY3DP', key, 'row 1'));
  expect(decryptTextForRow(sealed, [key], 'row 1')).toBe('JBSWY3DP');
  expect(decryptTextForRow(sealed, [other, key], 'row 1')).toBe('JBSWY3DP');
});

it.each([
  ['with another key', (sealed: string) => [sealed, [other], 'row 1'] as const],
  ['in another row', (sealed: string) => [sealed, [key], 'row 2'] as const],
  [
    'altered',
    (sealed: string) => [`${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`, [key], 'row 1'] as const,
  ],
  ['cut off', (sealed: string) => [sealed.slice(0, 12), [key], 'row 1'] as const],
  ['of another version', (sealed: string) => [sealed.replace('v1', 'v2'), [key], 'row 1'] as const],
])('does not open %s', (_how, change) => {
  const [sealed, keys, of] = change(encryptTextForRow('JBSWY3DP', key, 'row 1'));
  expect(() => decryptTextForRow(sealed, keys, of)).toThrow('does not open');
});
