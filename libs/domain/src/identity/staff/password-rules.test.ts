import { passwordProblem } from './password-rules.ts';

it.each([
  ['eleven characters', 'abcdefgh jk', 'short'],
  ['twelve uncommon characters', 'ab cd ef gh!', null],
  ['only lower case letters', 'marmalade bicycle', null],
  ['two hundred', `${'ab'.repeat(99)}cd`, null],
  ['more than two hundred', `${'ab'.repeat(100)}c`, 'long'],
  ['a common one, in any letter case', 'PassWord1234', 'common'],
  ['one character again and again', 'zzzzzzzzzzzz', 'common'],
  ['three characters again and again', 'xyzxyzxyzxyz', 'common'],
  ['twelve characters of two code units', '🚗🚙🚕🚌🚎🏎🚓🚑🚒🚐🛻🚚', null],
  ['six characters of two code units', '🚗🚙🚕🚌🚎🏎', 'short'],
])('%s', (_what, password, fault) => {
  expect(passwordProblem(password)).toBe(fault);
});

it('the account’s e-mail address is rejected as password', () => {
  expect(passwordProblem('Admin@Example.com', 'admin@example.com')).toBe('common');
});
