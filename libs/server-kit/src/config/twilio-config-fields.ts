import * as z from 'zod';
import { httpUrlConfigField } from './process-fields.ts';
import {
  httpsOnlyInProductionRule,
  type ProductionConfigRule,
  noSandboxKeyInProductionRule,
} from './production-rules.ts';

/** The variables of every process that calls Twilio or receives its webhooks, which are signed with the same token. */
export const twilioConfigFields = () => ({
  TWILIO_AUTH_TOKEN: z
    .string()
    .regex(/^[\w-]{8,100}(,[\w-]{8,100})?$/, 'must be a token, or two separated by a comma')
    .transform((text) => text.split(','))
    .describe(
      'Token of the Twilio account; two, separated by a comma, while one is replaced: the first calls, both verify',
    ),
  TWILIO_CALLBACK_ORIGIN: httpUrlConfigField()
    .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'must be an origin alone, without a path')
    .optional()
    .describe('Origin at which Twilio reaches this site; not set: `PUBLIC_ORIGIN`'),
});

/** Production's rules for these variables, and for `TWILIO_URL` where a process has it. */
export const twilioProductionRules: readonly ProductionConfigRule[] = [
  ...['TWILIO_URL', 'TWILIO_CALLBACK_ORIGIN'].map(httpsOnlyInProductionRule),
  noSandboxKeyInProductionRule('TWILIO_AUTH_TOKEN'),
];
