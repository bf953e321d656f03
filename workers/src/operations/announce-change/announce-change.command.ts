import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import { parseArgs } from 'node:util';
import {
  announcePriceOrTermsChange,
  type ChangeAnnouncementRefusal,
  type ChangeAnnouncementRequest,
} from '@ve/app/membership/announced-change/announce-change';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { isCalendarDay } from '@ve/domain/kernel/time/london-date';
import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import { changeNoticeDays } from '@ve/domain/membership/announced-change';
import { currentConsents } from '@ve/domain/membership/consents';
import { membershipOffer } from '@ve/domain/membership/offer';
import * as z from 'zod';
import { commandAsTyped } from '../command/command-as-typed.ts';
import { runCommandWithStripe } from '../command/run-command-with-stripe.ts';
import { readStripeCommandConfig, type StripeCommandConfig } from '../command/stripe-command.config.ts';

const command = commandAsTyped('announce-change', process.argv[1] ?? '');

const usage = `Usage: ${command} --price price_… --pence 990 --effective 2027-01-15 [--dry-run]
       ${command} --terms 2027-01-01 --effective 2027-02-15 [--dry-run]
Announces a price, or a version of the terms, that this release offers already. --dry-run checks and counts only.
`;

const refusals: Readonly<Record<ChangeAnnouncementRefusal, string>> = {
  'short-notice': `Members are promised ${changeNoticeDays} days' notice: choose a later day.`,
  'unknown-price': 'Stripe does not know this price, or it is archived.',
  'other-price': 'The price at Stripe has another amount, another currency, or is not charged each month.',
  'not-offered': 'This release does not offer it: deploy the release that does, with its STRIPE_PRICE_ID, first.',
  'already-open': 'Another change of this kind is not decided for every member yet.',
};

const day = z.string().refine(isCalendarDay);
const asked = z.union([
  z.strictObject({
    price: z.string().regex(/^price_\w{1,248}$/),
    pence: z
      .string()
      .regex(/^[1-9]\d{0,6}$/)
      .transform(Number),
    effective: day,
    'dry-run': z.boolean().default(false),
  }),
  z.strictObject({
    terms: z.string().regex(/^[0-9A-Za-z.-]{1,40}$/),
    effective: day,
    'dry-run': z.boolean().default(false),
  }),
]);
type Asked = z.output<typeof asked>;

/** Returns undefined if the arguments do not match `usage`. */
const readArguments = (given: string[]): Asked | undefined => {
  try {
    const options = {
      price: { type: 'string' },
      pence: { type: 'string' },
      terms: { type: 'string' },
      effective: { type: 'string' },
      'dry-run': { type: 'boolean' },
    } as const;
    return asked.safeParse(parseArgs({ args: given, options }).values).data;
  } catch {
    return undefined;
  }
};

const toRequest = (what: Asked, priceId: string): ChangeAnnouncementRequest => ({
  change:
    'terms' in what
      ? { kind: 'terms', version: what.terms }
      : { kind: 'price', priceId: what.price, pence: what.pence },
  effectiveOn: what.effective,
  dryRun: what['dry-run'],
  offered: { priceId, pence: membershipOffer.membership.pence, termsVersion: currentConsents.terms.version },
});

/** Returns whether it was announced. @throws any error of the database or Stripe */
const run = (config: StripeCommandConfig, what: Asked): Promise<boolean> =>
  runCommandWithStripe(config, { name: 'announce-change', poolSize: 2 }, async (deps) => {
    const request = toRequest(what, config.STRIPE_PRICE_ID);
    const result = await announcePriceOrTermsChange(deps, request);
    if (result.outcome === 'refused') {
      process.stderr.write(`Refused, nothing was changed: ${refusals[result.why]}\n`);
      return false;
    }
    const { change, dryRun } = request;
    const of = change.kind === 'price' ? `the price ${formatPrice(change.pence)}` : `the terms ${change.version}`;
    process.stdout.write(
      `${dryRun ? 'Would announce' : 'Announced'} ${of}, from ${formatInstant(result.effectiveAt)}, to ${formatCountWithNoun(result.members, 'member')}.\n`,
    );
    return true;
  });

const what = readArguments(process.argv.slice(2));
if (what === undefined) {
  exitWithUsage(usage);
} else {
  try {
    if (!(await run(readStripeCommandConfig(), what))) process.exitCode = 2;
  } catch (error) {
    process.stderr.write(
      `announce-change failed: ${error instanceof Error ? error.message : String(error)}\nRun it with --dry-run to see whether it was recorded; the workers then notify the members.\n`,
    );
    process.exitCode = 1;
  }
}
