import type { Page } from '@playwright/test';
import { signUpAsPayingMember, startTrial, runFullCheckWithCredit } from '../support/account.ts';
import { clickBelowStripeFrame, typeCard } from '../support/payment.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

/* Changes of a membership that no user triggers, over the whole stack and the sandbox's Stripe. */

// All tests share one clock.
test.describe.configure({ mode: 'serial' });

const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const payments = (page: Page) => page.getByRole('region', { name: 'Payments' }).getByRole('listitem');

/**
 * The schedules of the workers run within seconds after the clock moves, or a minute, depending on the stack's
 * settings.
 */
const patient = { timeout: 150_000, intervals: [1_000] };

test('a trial is announced, becomes a paid membership a day later, and renews a month later', async ({
  page,
  sandbox,
}) => {
  test.setTimeout(400_000);
  const email = await startTrial(page.request);
  const subjects = async () => (await sandbox.mails(email)).map(({ subject }) => subject);
  await page.goto('/my-account');
  await expect(plan(page).getByText('Trial', { exact: true })).toBeVisible();

  await sandbox.travel(13);
  await expect.poll(subjects, patient).toContainEqual(expect.stringMatching(/^Your trial ends on /));
  expect(await subjects()).not.toContain('Receipt: £8.90 paid');

  await sandbox.travel(11);
  await expect(async () => {
    await page.reload();
    await expect(plan(page).getByText('Trial', { exact: true })).toBeHidden({ timeout: 2_000 });
  }).toPass(patient);
  expect(await subjects()).not.toContain('Receipt: £8.90 paid');

  await sandbox.travel(2);
  await expect(async () => {
    await page.reload();
    await expect(payments(page)).toHaveCount(2, { timeout: 2_000 });
  }).toPass(patient);
  await expect(payments(page).first()).toContainText('£8.90');
  await expect(plan(page).getByText('Active', { exact: true })).toBeVisible();
  await expect.poll(subjects, patient).toContain('Receipt: £8.90 paid');
  const [receipt] = (await sandbox.mails(email)).filter(({ subject }) => subject === 'Receipt: £8.90 paid');
  expect(receipt?.text).toContain('You may cancel within 14 days');

  await sandbox.travel(31 * 24 + 2);
  await page.goto('/signin');
  await expect
    .poll(async () => (await subjects()).filter((each) => each === 'Receipt: £8.90 paid'), patient)
    .toHaveLength(2);
  expect((await subjects()).filter((each) => each.startsWith('Your trial ends'))).toHaveLength(1);
  expect((await subjects()).filter((each) => each === 'Your trial has started')).toHaveLength(1);
});

test('a failed charge is reported by e-mail and on the account, and a new card pays it', async ({ page, sandbox }) => {
  test.setTimeout(400_000);
  const email = await startTrial(page.request);
  await sandbox.failRenewals(email);
  await sandbox.travel(26);
  await expect
    .poll(async () => (await sandbox.mails(email)).map(({ subject }) => subject), patient)
    .toContain('Your payment of £8.90 did not go through');
  await page.goto('/my-account?fix=card');
  await expect(plan(page).getByText('Payment due', { exact: true })).toBeVisible();
  await expect(plan(page).getByText(/^Visa ending 0341/)).toBeVisible();
  await typeCard(page, '5555555555554444');
  await clickBelowStripeFrame(page.getByRole('button', { name: 'Save card' }));
  await expect(plan(page).getByText('Active', { exact: true })).toBeVisible(patient);
  await expect(payments(page).first()).toContainText('£8.90');
});

test('a member with a paid month and a used check cancels, and withdraws the cancellation', async ({
  page,
  sandbox,
}) => {
  await signUpAsPayingMember(page.request);
  await runFullCheckWithCredit(page.request);
  // After the 14 days in which a part is refunded.
  await sandbox.travel(15 * 24);
  const dialog = page.getByRole('dialog');
  // The service follows the clock within a second or so; until then it offers what was due before.
  await expect(async () => {
    await page.goto('/my-account');
    await plan(page).getByRole('button', { name: 'Cancel membership' }).click({ timeout: 10_000 });
    await expect(dialog).toContainText('It ends on', { timeout: 2_000 });
  }).toPass(patient);
  await dialog.getByRole('button', { name: 'Cancel membership' }).click();
  const keep = plan(page).getByRole('button', { name: 'Keep my membership' });
  await expect(keep).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
  await keep.dblclick();
  await expect(page.getByText('You keep your membership')).toBeVisible();
  await expect(plan(page).getByText('Active', { exact: true })).toBeVisible();
  await expect(plan(page).getByText(/^£8\.90 on /)).toBeVisible();
});
