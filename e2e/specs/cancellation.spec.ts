import type { Page } from '@playwright/test';
import { signUpAsPayingMember, startTrial } from '../support/account.ts';
import type { SandboxClient } from '../support/sandbox.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

/* Cancellation, over the whole stack and the sandbox's Stripe. */

const sentMessage = 'If this address has a subscription, a code is on its way';
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

/** The newest code in the e-mails to an address. */
async function mailedCode(sandbox: SandboxClient, email: string): Promise<string> {
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

test('a member who is not signed in cancels with a code sent by e-mail, and is refunded the unused month', async ({
  page,
  browser,
  sandbox,
}) => {
  const email = await signUpAsPayingMember(page.request);
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const otherBrowser = await context.newPage();
  await searchFor(otherBrowser, email.toUpperCase());
  await expect(otherBrowser.getByText(sentMessage)).toBeVisible();
  await expect(heading(otherBrowser, 'No Subscription Found')).toBeVisible();
  await expectWhole(otherBrowser);

  const code = await mailedCode(sandbox, email);
  await typeCode(otherBrowser, code === '000000' ? '111111' : '000000');
  await expect(otherBrowser.getByRole('alert')).toContainText('This code is wrong, has expired or was used');
  await expectWhole(otherBrowser);

  await typeCode(otherBrowser, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(heading(otherBrowser, 'Subscription Found')).toBeVisible();
  await expect(otherBrowser.getByText('Refund available')).toBeVisible();
  await expect(otherBrowser.getByText('AB12 CDE')).toBeVisible();
  await expect(otherBrowser.getByText(/^You get £8\.90 back/)).toBeVisible();
  await expectWhole(otherBrowser);

  await otherBrowser.getByRole('button', { name: 'Request Cancellation' }).dblclick();
  await expect(heading(otherBrowser, 'Cancellation Processed')).toBeVisible();
  await expect(otherBrowser.getByText(/5-10 business days/)).toBeVisible();
  await otherBrowser.getByRole('textbox', { name: 'What made you leave?' }).fill('I sold the car.');
  await expectWhole(otherBrowser);
  await otherBrowser.getByRole('button', { name: 'Send answer' }).click();
  await expect(otherBrowser.getByText('Thank you for telling us.')).toBeVisible();

  await otherBrowser.getByRole('button', { name: 'Start Over' }).click();
  await expect(otherBrowser.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('');
  // A confirmed code is valid for half an hour in this browser.
  await otherBrowser.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await otherBrowser.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(heading(otherBrowser, 'Cancellation Request Found')).toBeVisible();
  await expectWhole(otherBrowser);
  await context.close();

  await expect(async () => {
    await page.goto('/my-account');
    await expect(page.getByText('£8.90 returned')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(plan(page).getByText('Cancelled', { exact: true })).toBeVisible();
});

/** The response for an address without a subscription or a payment. */
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

test('a subscription ended and a payment refunded in Stripe’s dashboard are shown as processed, and the other outcomes have their pages', async ({
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

  // No journey produces these two responses, so they are mocked.
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

test('an unknown address gets the same page, and no e-mail is sent @phone', async ({ page, sandbox }) => {
  const email = `nobody-${Date.now().toString(36)}@example.com`;
  await searchFor(page, email);
  await expect(page.getByText(sentMessage)).toBeVisible();
  await typeCode(page, '123456');
  await expect(page.getByRole('alert')).toContainText('This code is wrong, has expired or was used');
  await page.getByRole('button', { name: 'Search Different Email' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(email);
  expect(await sandbox.mails(email)).toEqual([]);
});

test('a failed search shows a message and can be retried @phone', async ({ page }) => {
  await page.route('**/api/search-subscription', (route) => route.abort(), { times: 1 });
  await searchFor(page, `nobody-${Date.now().toString(36)}@example.com`);
  await expect(page.getByText('The search failed')).toBeVisible();
  await expect(page.getByText('No Subscription Found')).toBeHidden();
  await expectWhole(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(sentMessage)).toBeVisible();
});

test('a signed-in user in the trial needs no code, and is charged nothing more @desktop', async ({ page }) => {
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
