import { p } from '@mikro-orm/postgresql';

/** Primary key of every aggregate: a random UUID that the database makes. */
export const uuidKey = () => p.uuid().primary().defaultRaw('gen_random_uuid()');

/** An instant in UTC, to the millisecond: what a JavaScript Date can hold, so that a value read back compares equal. */
export const instant = () => p.datetime(3).columnType('timestamptz(3)');

/** Rule of a registration number wherever one is stored: upper case, no spaces. */
export const registrationCheck = (column: string): string => `${column} ~ '^[A-Z0-9]{2,7}$'`;

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';

/** Rule of an e-mail address wherever one is stored: what `domain/email/parse-email` answers, and nothing else. */
export const emailCheck = (column: string): string =>
  `length(${column}) <= 254 and ${column} ~ '^[a-z0-9.!#$%&''*+/=?^_\`{|}~-]{1,64}@(${label}[.])+${label}$' and ${column} !~ '[.][0-9]+$'`;

/** Rule of a stored token: the SHA-256 of it in hexadecimal, never the token. */
export const tokenHashCheck = (column: string): string => `${column} ~ '^[0-9a-f]{64}$'`;
