import type { Page } from '@playwright/test';
import { signUpAsPayingMember, runFullCheckWithCredit } from '../support/account.ts';
import { totalLayoutShift, recordLayoutShifts } from '../support/layout-shifts.ts';
import { signInAsStaff } from '../support/staff.ts';
import { axeColourRules, expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

/** Makes the entry scripts of one remote fail to load. */
const takeDown = (page: Page, remote: string) =>
  page.route(`**/remotes/${remote}/**`, (route) => route.fulfill({ status: 500, body: '' }));

async function expectWellMade(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, axeColourRules);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a report is followed by the guides that match its findings, and nothing moves while they load', async ({
  page,
}) => {
  await page.goto('/report?reg=CL10CKD');
  await expect(page.getByRole('region', { name: 'MOT history' })).toBeVisible();
  const guides = page.getByRole('region', { name: 'Worth reading for this vehicle' });
  await recordLayoutShifts(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'MOT history' })).toBeVisible();
  const before = await totalLayoutShift(page);
  await page.getByRole('heading', { name: 'Keep or share' }).scrollIntoViewIfNeeded();
  await expect(guides.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(guides.getByRole('link', { name: 'How to read a car’s MOT history' })).toHaveAttribute(
    'href',
    '/blog/4',
  );
  expect(await totalLayoutShift(page)).toBe(before);
  await expectWellMade(page);
  await guides.getByRole('link', { name: 'How to read a car’s MOT history' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How to read a car’s MOT history' })).toBeVisible();
});

test('a member checks another car from the dashboard, which reserves the height that the form needs', async ({
  page,
  request,
}) => {
  await signUpAsPayingMember(request);
  await page.context().addCookies((await request.storageState()).cookies);
  await page.goto('/dashboard');
  const search = page.getByRole('search', { name: 'Check another vehicle' });
  await search.scrollIntoViewIfNeeded();
  await expect(search).toBeVisible();
  // The height that the dashboard reserves for it.
  const box = await page.getByRole('region', { name: 'Check another vehicle' }).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(188);
  await expectWellMade(page);
  await search.getByRole('textbox').fill('fn15 fnc');
  await search.getByRole('textbox').press('Enter');
  await expect(page).toHaveURL(/\/report\?reg=FN15FNC$/);
});

test('staff see what a customer reads; when that remote is down, one line and Try again', async ({ page, request }) => {
  const email = await signUpAsPayingMember(request);
  await runFullCheckWithCredit(request);
  await signInAsStaff(page);
  await takeDown(page, 'mfe-report');
  await page.goto('/admin/support');
  await page.getByRole('searchbox', { name: 'Find a customer' }).fill(email);
  await page.getByRole('searchbox', { name: 'Find a customer' }).press('Enter');
  await page.getByRole('row').filter({ hasText: email }).getByRole('link').click();
  await page.getByRole('group', { name: 'Saved reports' }).scrollIntoViewIfNeeded();
  const line = page.getByRole('status').filter({ hasText: 'We can’t show what the customer reads in their reports' });
  await expect(line).toBeVisible();
  await expect(page.getByRole('group', { name: 'Plan' })).toContainText('Active');
  await expectWellMade(page);

  await page.unroute('**/remotes/mfe-report/**');
  await line.getByRole('button', { name: 'Try again' }).click();
  const verdicts = page.getByRole('region', { name: 'What the customer reads' });
  await verdicts.getByRole('button', { name: /^Show the verdict of AB12 CDE/ }).click();
  await expect(verdicts.getByText('With its saved full check.')).toBeVisible();
  await expectWellMade(page);
});

test('a report and a dashboard are complete without the fillers of their slots', async ({ page, request }) => {
  await takeDown(page, 'mfe-content');
  const asked = page.waitForResponse(/\/remotes\/mfe-content\//);
  await page.goto('/report?reg=CL10CKD');
  await page.getByRole('heading', { name: 'Keep or share' }).scrollIntoViewIfNeeded();
  expect((await asked).status()).toBe(500);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectNoViolations(page);

  await signUpAsPayingMember(request);
  await page.context().addCookies((await request.storageState()).cookies);
  await takeDown(page, 'mfe-search');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible();
  await expect(page.getByRole('search')).toHaveCount(0);
  await expectNoViolations(page);
});
