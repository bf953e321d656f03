import { signInAsStaff } from '../support/staff.ts';
import { expect, expectNoHorizontalScroll, expectNoViolations, test } from '../support/test.ts';

test('a visit to a page appears in the staff area, by route and release', async ({ page, browser }) => {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  // One page in four is measured, by chance.
  await visitor.addInitScript(() => {
    Math.random = () => 0;
  });
  const loaded = visitor.waitForResponse(/\/speed\.[^/]*$/);
  await visitor.goto('/blog/1?ref=AB12CDE');
  await visitor.getByRole('heading', { level: 1 }).click();
  await loaded;
  await visitor.waitForLoadState('networkidle');
  // Sent as the page is left.
  await visitor.goto('/faq');

  await signInAsStaff(page);
  await page.goto('/admin/speed');
  const row = page.getByRole('table', { name: 'Speed by route' }).getByRole('row').filter({ hasText: '/blog/1' });
  // Counts are written every few seconds, and an open page asks once a minute.
  await expect(async () => {
    await page.reload();
    await expect(row.first()).toContainText(/\d\.\d s/, { timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await expect(row.first()).toContainText(/p75 of \d+ pages?/);
  await expect(page.getByText('AB12CDE')).toHaveCount(0);
  await context.close();
  await page.getByText('What the figures mean').click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1_280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page);
      await expectNoViolations(page);
    }
  }
});
