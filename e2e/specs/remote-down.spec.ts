import { expect, expectAccessible, test } from '../support/test.ts';

for (const [kind, answer] of [
  ['missing', { status: 404, body: '' }],
  ['broken', { status: 200, contentType: 'text/javascript', body: 'throw new Error("broken release")' }],
  [
    'a web page instead of a script',
    { status: 200, contentType: 'text/html', body: '<!doctype html><title>x</title>' },
  ],
] as const) {
  test(`a remote that is ${kind} takes down only its own area, and Try again works once it is available @phone`, async ({
    page,
  }) => {
    test.info().annotations.push({ type: 'uncaught', description: 'the broken release throws' });
    let down = true;
    await page.route('**/remotes/mfe-report/**', (route) => (down ? route.fulfill(answer) : route.continue()));
    await page.goto('/report?reg=AB12CDE');
    const area = page.getByRole('alert').filter({ hasText: /Try again/ });
    await expect(area).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expectAccessible(page);
    down = false;
    await area.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Taxed').first()).toBeVisible();
  });
}

test('the rest of the site works while one remote is down @desktop', async ({ page }) => {
  await page.route('**/remotes/mfe-report/**', (route) => route.abort());
  await page.goto('/report?reg=AB12CDE');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 15_000 });
  await page.getByRole('banner').getByRole('link', { name: 'Vehicle Enquiry' }).click();
  await expect(page.getByPlaceholder('ENTER REG').first()).toBeVisible();
});
