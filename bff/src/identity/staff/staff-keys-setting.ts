import type { ProductionConfigRule } from '@ve/server-kit/config/production-rules';
import * as z from 'zod';

/** One key of 256 bits, or two separated by a comma while one is being replaced: the first seals, both open. */
export const staffEncryptionKeysConfigField = () =>
  z
    .string()
    .regex(
      /^[0-9a-f]{64}(,[0-9a-f]{64})?$/,
      'must be 64 hexadecimal digits, or two such keys with a comma between: openssl rand -hex 32',
    )
    .transform((keys) => keys.split(','));

/** The key of docker/sandbox.env, which is public in this repository. */
export const noSandboxStaffKeyRule: ProductionConfigRule = {
  name: 'STAFF_SECRETS_KEY',
  refuses: (value) => value === '5a4d0c0b'.repeat(8),
  words: "must not be the sandbox's",
};
