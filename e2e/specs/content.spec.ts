import { prerenderedContentPages } from '../support/content-pages.ts';
import {
  axeColourRules,
  waitForHydration,
  expect,
  expectNoViolations,
  expectNoHorizontalScroll,
  test,
} from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Pages with the same layout as another page of the list; they are tested at one size only. */
const likeAnother = ['/privacy', '/cookies', '/blog/3', '/blog/4', '/blog/5', '/blog/6'];

for (const { path, heading, text } of prerenderedContentPages) {
  const size = likeAnother.includes(path) ? ' @phone' : '';
  test(`${path} hydrates without errors, fits the viewport and has no violations in light and dark${size}`, async ({
    page,
    consoleErrors,
  }) => {
    const reported: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/error-logs')) reported.push(request.postData() ?? '');
    });
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await page.locator('main').textContent()).toContain(text);
    await expectNoHorizontalScroll(page);
    await expectNoViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, axeColourRules);
    expect(reported, 'errors reported, hydration errors included').toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
}

test('one answer is open at a time, and it can be closed @phone', async ({ page }) => {
  await page.goto('/faq');
  const question = (text: RegExp) => page.locator('summary').filter({ hasText: text });
  const open = page.locator('main details[open]');
  await expect(open).toHaveCount(0);
  await question(/What information/).click();
  await expect(page.getByText('The registration number on the plate is enough.')).toBeVisible();
  await question(/ask for a refund/).click();
  await expect(open).toHaveCount(1);
  await expect(page.getByText('Sign in, open My account and choose Cancel', { exact: false })).toBeVisible();
  await expectNoViolations(page);
  await question(/ask for a refund/).click();
  await expect(open).toHaveCount(0);
  for (const name of ['Email Support', 'Call Us']) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/contact');
  }
});

test('the buying advice explains each verdict and links to a check @phone', async ({ page }) => {
  await page.goto('/buying-advice');
  for (const verdict of ['FAILED', 'WARNING', 'PASSED']) {
    await expect(page.locator('main').getByText(verdict, { exact: true }).first()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Start Vehicle Check' }).click();
  await expect(page).toHaveURL('/');
});
