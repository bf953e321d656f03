import { contentPages } from '../support/content-pages.ts';
import { colourRules, comeAlive, expect, expectFaultless, expectNoSidewaysScroll, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { path, heading, words } of contentPages) {
  test(`${path} comes alive without an error, fits and is faultless in light and dark`, async ({
    page,
    consoleErrors,
  }) => {
    const reported: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/error-logs')) reported.push(request.postData() ?? '');
    });
    await page.goto(path);
    await comeAlive(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await page.locator('main').textContent()).toContain(words);
    await expectNoSidewaysScroll(page);
    await expectFaultless(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectFaultless(page, colourRules);
    expect(reported, 'errors reported, of hydration too').toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
}

test('answers open one at a time and close again', async ({ page }) => {
  await page.goto('/faq');
  const question = (words: RegExp) => page.locator('summary').filter({ hasText: words });
  const open = page.locator('main details[open]');
  await expect(open).toHaveCount(0);
  await question(/What information/).click();
  await expect(page.getByText('The registration number on the plate is enough.')).toBeVisible();
  await question(/ask for a refund/).click();
  await expect(open).toHaveCount(1);
  await expect(page.getByText('Choose Cancellation Request on the contact page.')).toBeVisible();
  await expectFaultless(page);
  await question(/ask for a refund/).click();
  await expect(open).toHaveCount(0);
  for (const name of ['Email Support', 'Call Us']) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/contact');
  }
});

test('who applies to be an affiliate writes an e-mail', async ({ page }) => {
  await page.goto('/affiliates');
  await expect(page.getByRole('link', { name: 'Apply Now' })).toHaveAttribute('href', /^mailto:.+\?subject=/);
});

test('the reasons of a verdict lead to a check', async ({ page }) => {
  await page.goto('/buying-advice');
  for (const verdict of ['FAILED', 'WARNING', 'PASSED']) {
    await expect(page.locator('main').getByText(verdict, { exact: true }).first()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Start Vehicle Check' }).click();
  await expect(page).toHaveURL('/');
});
