import { unlimitedVendorLimiter } from '../http/single-call.ts';
import { createStripeSdk } from './stripe.adapter.ts';
import { createStripeHttpClient } from './stripe-http-client.ts';
import { planStripeSetup, stripeSetupMessages, type StripeSetupPlan } from './stripe-setup.ts';
import { readStripeSetupConfig, readStripeSetupConfirmation, type StripeSetupConfig } from './stripe-setup.config.ts';

const command = 'npm run stripe:setup --';

const fail = (message: string): void => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
};

const print = (lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const bulletsOf = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${line}`)];

const planMessages = (
  { mode, PUBLIC_ORIGIN }: StripeSetupConfig,
  { changes, dashboard }: StripeSetupPlan,
): string[] => [
  `Stripe in ${mode} mode${mode === 'live' ? ', which takes real money' : ''}, for ${PUBLIC_ORIGIN}.`,
  ...(changes.length === 0 ? ['', 'Everything is there already: nothing to change.'] : bulletsOf('Plan:', changes)),
  ...bulletsOf('Only the dashboard can change:', dashboard ?? ['this key may not read the account: look yourself']),
];

const setUp = async (config: StripeSetupConfig, confirmed: 'test' | 'live' | undefined): Promise<void> => {
  const http = createStripeHttpClient(config.STRIPE_URL, { createVendorLimiter: unlimitedVendorLimiter });
  try {
    const plan = await planStripeSetup(createStripeSdk(config.STRIPE_SECRET_KEY, http), {
      publicOrigin: config.PUBLIC_ORIGIN,
    });
    print(planMessages(config, plan));
    if (plan.changes.length > 0 && confirmed === undefined) {
      print(['', 'Nothing was changed. To do this:', `  ${command} --confirm ${config.mode}`]);
      return;
    }
    print(['', ...stripeSetupMessages(await plan.apply())]);
  } finally {
    await http.close();
  }
};

const confirmed = readStripeSetupConfirmation(process.argv.slice(2));
const read = readStripeSetupConfig();
const usage = `Usage: ${command} [--confirm test|live]\nWithout --confirm it shows its plan and changes nothing.`;
if (process.argv.includes('--help')) {
  print([usage]);
} else if (confirmed === null) {
  fail(usage);
} else if ('issues' in read) {
  fail(`The configuration has errors:\n${read.issues.map((issue) => `  - ${issue}`).join('\n')}`);
} else if (confirmed !== undefined && confirmed !== read.config.mode) {
  fail(`Refused, nothing was changed: STRIPE_SECRET_KEY is of ${read.config.mode} mode, not ${confirmed}.`);
} else {
  try {
    await setUp(read.config, confirmed);
  } catch (error) {
    // The SDK's error names the call; the error of our client, in its detail, gives the reason.
    const { detail } = error as { detail?: unknown };
    fail(
      `stripe:setup failed: ${[error, detail].flatMap((each) => (each instanceof Error ? each.message : [])).join(' ')}`,
    );
  }
}
