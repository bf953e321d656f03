import * as z from 'zod';
import { httpUrl } from './process-fields.ts';
import { notHttps, type ProductionRule, sandboxKey } from './production-rules.ts';

/** The variables of every process that knows Twilio: it signs what it sends us with the token that we call it with. */
export const twilioFields = () => ({
  TWILIO_AUTH_TOKEN: z
    .string()
    .regex(/^[\w-]{8,100}(,[\w-]{8,100})?$/, 'must be a token, or two separated by a comma')
    .transform((text) => text.split(','))
    .describe(
      'Token of the Twilio account; two, separated by a comma, while one is replaced: the first calls, both verify',
    ),
  TWILIO_CALLBACK_ORIGIN: httpUrl()
    .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'must be an origin alone, without a path')
    .optional()
    .describe('Origin at which Twilio reaches this site; not set: `PUBLIC_ORIGIN`'),
});

/** What production refuses of them, and of `TWILIO_URL` where a process has it. */
export const twilioRules: readonly ProductionRule[] = [
  ...['TWILIO_URL', 'TWILIO_CALLBACK_ORIGIN'].map(notHttps),
  sandboxKey('TWILIO_AUTH_TOKEN'),
];
