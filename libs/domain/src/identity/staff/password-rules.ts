/** NIST SP 800-63B and ASVS 5: only a length, and none of the most common passwords. */
const passwordLengthLimits = { least: 12, most: 200 } as const;

/** The most common passwords of at least twelve characters, and their common prefixes, in lower case. */
const common = [
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456789123',
  '123456123456',
  '012345678901',
  '111111111111',
  '000000000000',
  '121212121212',
  '123123123123',
  '112233445566',
  '987654321098',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'password2026',
  'p@ssword1234',
  'p@ssw0rd1234',
  'passw0rd1234',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopas',
  'qwertyqwerty',
  'qwerty123456',
  'qwertyuiopasdfghjkl',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'qazwsxedcrfv',
  'abcdefghijkl',
  'abcdefghijklmnop',
  'abcdef123456',
  'abcd12345678',
  'abc123abc123',
  'iloveyou1234',
  'iloveyouforever',
  'letmeinletmein',
  'letmein12345',
  'welcome12345',
  'welcome123456',
  'adminadmin12',
  'adminadminadmin',
  'administrator',
  'administrator1',
  'admin1234567',
  'admin12345678',
  'changemechangeme',
  'changeme1234',
  'correcthorsebatterystaple',
  'correct horse battery staple',
  'trustno1trustno1',
  'football1234',
  'liverpool123',
  'manchesterunited',
  'unitedkingdom',
  'sunshine1234',
  'princess1234',
  'mypassword12',
  'mypassword123',
  'thisismypassword',
  'secretsecret',
  'vehicleenquiry',
  'vehicleenquiry1',
  'vehicle-enquiry',
  'vehicle enquiry',
];
const refused = new Set(common);

export type PasswordProblem = 'short' | 'long' | 'common';

/**
 * The problem of a new password; null if there is none. Any character is allowed, spaces included; no mixture of
 * letters, digits and symbols is required.
 */
export function passwordProblem(password: string, email = ''): PasswordProblem | null {
  const length = [...password].length;
  if (length < passwordLengthLimits.least) return 'short';
  if (length > passwordLengthLimits.most) return 'long';
  const lower = password.toLowerCase();
  const isRepeated = /^(.{1,3})\1+$/su.test(lower);
  return refused.has(lower) || isRepeated || (email !== '' && lower === email.toLowerCase()) ? 'common' : null;
}

/** The message for the owner of the password. */
export const passwordProblemMessages: Record<PasswordProblem, string> = {
  short: `Use at least ${passwordLengthLimits.least} characters. A few words that belong to nobody else are easy to keep in mind.`,
  long: `Use at most ${passwordLengthLimits.most} characters.`,
  common: 'This is one of the first passwords that anybody would try. Choose another.',
};
