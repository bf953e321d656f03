import type { Page } from '@playwright/test';
import { becomeMember, startTrial } from '../support/account.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

/* Leaving, over the whole stack and the sandbox's Stripe. */

const sentWords = 'If this address has a subscription, a code is on its way';
const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

async function searchFor(page: Page, email: string): Promise<void> {
  await page.goto('/cancellation');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The newest code in the mails to an address. */
async function mailedCode(sandbox: Sandbox, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    for (const { subject, text } of await sandbox.mails(email)) {
      code ??= /code/i.test(subject) ? /\b\d{6}\b/.exec(text)?.[0] : undefined;
    }
    expect(code).toBeDefined();
  }).toPass();
  return code ?? '';
}

async function expectWhole(page: Page): Promise<void> {
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
}

test('a member who is not signed in leaves by a mailed code, and gets the unused month back', async ({
  page,
  browser,
  sandbox,
}) => {
  const email = await becomeMember(page.request, 'threeDSecureOptionalProcessingError');
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const stranger = await context.newPage();
  await searchFor(stranger, email.toUpperCase());
  await expect(stranger.getByText(sentWords)).toBeVisible();
  await expect(heading(stranger, 'No Subscription Found')).toBeVisible();
  await expectWhole(stranger);

  const code = await mailedCode(sandbox, email);
  await typeCode(stranger, code === '000000' ? '111111' : '000000');
  await expect(stranger.getByRole('alert')).toContainText('This code is wrong, has expired or was used');
  await expectWhole(stranger);

  await typeCode(stranger, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(heading(stranger, 'Subscription Found')).toBeVisible();
  await expect(stranger.getByText('Refund available')).toBeVisible();
  await expect(stranger.getByText('AB12 CDE')).toBeVisible();
  await expect(stranger.getByText(/^You get £8\.90 back/)).toBeVisible();
  await expectWhole(stranger);

  await stranger.getByRole('button', { name: 'Request Cancellation' }).dblclick();
  await expect(heading(stranger, 'Cancellation Processed')).toBeVisible();
  await expect(stranger.getByText(/5-10 business days/)).toBeVisible();
  await stranger.getByRole('textbox', { name: 'What made you leave?' }).fill('I sold the car.');
  await expectWhole(stranger);
  await stranger.getByRole('button', { name: 'Send answer' }).click();
  await expect(stranger.getByText('Thank you for telling us.')).toBeVisible();

  await stranger.getByRole('button', { name: 'Start Over' }).click();
  await expect(stranger.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('');
  // The code counts for half an hour in this browser.
  await stranger.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await stranger.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(stranger, 'Cancellation Request Found')).toBeVisible();
  await expectWhole(stranger);
  await context.close();

  await expect(async () => {
    await page.goto('/my-account');
    await expect(page.getByText('£8.90 returned')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(plan(page).getByText('Cancelled', { exact: true })).toBeVisible();
});

/** Of an address of which there is nothing to say. */
const nothing = {
  outcome: 'answer',
  cancellation_request: null,
  refunded_payment_found: false,
  refunded_payment_info: null,
  canceled_subscription_found: false,
  canceled_subscription_info: null,
  payment_intents_found: false,
  subscriptions: [],
};

test('whose subscription was ended, and whose payment given back, in Stripe’s dashboard reads so; what else may be found', async ({
  page,
  sandbox,
}) => {
  const email = await startTrial(page.request, 'threeDSecureRequired');
  const read = async (path: string) => JSON.stringify(await (await page.request.get(path)).json());
  const searchAgain = async (name: string) => {
    await page.getByRole('button', { name: 'Search Different Email' }).click();
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(email);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(heading(page, name)).toBeVisible();
    await expectWhole(page);
  };

  await sandbox.endSubscription(email);
  await expect.poll(() => read('/api/subscription')).not.toContain('"state":"trial"');
  await searchFor(page, email);
  await expect(heading(page, 'Cancellation Already Processed')).toBeVisible();
  await expect(page.getByText(/^sub_/)).toBeVisible();
  await expectWhole(page);

  await sandbox.refundAll(email);
  await expect.poll(() => read('/api/me/payments')).toContain('"refunded":50');
  await searchAgain('Cancellation Request Already Processed');
  await expect(page.getByText('£0.50')).toBeVisible();

  // No journey leads to these two: the answer is set.
  for (const [name, more] of [
    ['No Subscription Service Found', { payment_intents_found: true }],
    ['No Subscription Found', {}],
  ] as const) {
    await page.route('**/api/search-subscription', (route) => route.fulfill({ json: { ...nothing, ...more } }), {
      times: 1,
    });
    await searchAgain(name);
  }
});

test('an address of nobody reads the same, and no mail is sent @phone', async ({ page, sandbox }) => {
  const email = `nobody-${Date.now().toString(36)}@example.com`;
  await searchFor(page, email);
  await expect(page.getByText(sentWords)).toBeVisible();
  await typeCode(page, '123456');
  await expect(page.getByRole('alert')).toContainText('This code is wrong, has expired or was used');
  await page.getByRole('button', { name: 'Search Different Email' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(email);
  expect(await sandbox.mails(email)).toEqual([]);
});

test('a search that fails says so, and is tried again @phone', async ({ page }) => {
  await page.route('**/api/search-subscription', (route) => route.abort(), { times: 1 });
  await searchFor(page, `nobody-${Date.now().toString(36)}@example.com`);
  await expect(page.getByText('The search failed')).toBeVisible();
  await expect(page.getByText('No Subscription Found')).toBeHidden();
  await expectWhole(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(sentWords)).toBeVisible();
});

test('somebody in the trial who is signed in needs no code, and is charged nothing more @desktop', async ({ page }) => {
  const email = await startTrial(page.request, 'refundFail');
  await page.goto('/cancellation');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(email);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(page, 'Subscription Found')).toBeVisible();
  await expect(page.getByText('Refund available')).toBeHidden();
  await expect(page.getByText(/the £8\.90 will not be charged/)).toBeVisible();
  await page.getByRole('button', { name: 'Request Cancellation' }).click();
  await expect(heading(page, 'Cancellation Processed')).toBeVisible();
  await expect(page.getByText(/business days/)).toBeHidden();
  await page.goto('/dashboard');
  await expect(plan(page).getByText(/Nothing more will be charged/)).toBeVisible();
});
