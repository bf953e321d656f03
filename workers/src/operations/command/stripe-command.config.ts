import { simulatedClockIssue, clockSourceConfigField, isClockSourceAllowed } from '@ve/server-kit/clock/clock-source';
import { postgresUrlConfigField, serverProcessConfigFields } from '@ve/server-kit/config/process-fields';
import { withProductionRules } from '@ve/server-kit/config/production-rules';
import { readConfig } from '@ve/server-kit/config/read-config';
import { stripeConfigFields, stripeProductionRules, withStripeModeRules } from '@ve/server-kit/config/stripe-fields';
import * as z from 'zod';

const { NODE_ENV, REHEARSAL, LOG_LEVEL, LOG_FORMAT } = serverProcessConfigFields(0);

/** Environment of a command that uses the database and Stripe: the part of the workers' that it needs. */
const configSchema = withProductionRules(
  withStripeModeRules(
    z
      .object({
        NODE_ENV,
        REHEARSAL,
        LOG_LEVEL,
        LOG_FORMAT,
        DATABASE_URL: postgresUrlConfigField(),
        CLOCK_SOURCE: clockSourceConfigField(),
        ...stripeConfigFields(),
      })
      .refine(isClockSourceAllowed, simulatedClockIssue),
  ),
  stripeProductionRules,
);

export type StripeCommandConfig = z.infer<typeof configSchema>;

/** @throws ConfigError with all errors */
export const readStripeCommandConfig = (): StripeCommandConfig => readConfig(configSchema, process.env);
