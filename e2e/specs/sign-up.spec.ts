import { enterAndConfirmVehicle, fillInPersonalDetails } from '../support/payment.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

test('a new visitor searches, confirms and reads the tax, MOT and specification of AB12 CDE', async ({ page }) => {
  await page.goto('/signup');
  await expectAccessible(page);
  await page.getByRole('textbox').first().fill('ab12cde');
  await page.getByRole('button', { name: 'Search Vehicle' }).click();
  await expect(page).toHaveURL(/reg=AB12CDE/);
  const onwards = page.getByRole('link', { name: /Continue/ }).or(page.getByRole('button', { name: /Continue/ }));
  await expect(onwards.first()).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  // The address changes immediately, and then its document is loaded, because the sign-up may run Stripe's scripts.
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'See the free report' }).click();
  await loaded;
  await expect(page).toHaveURL(/\/report\?reg=AB12CDE/);
  await expect(page.getByText('Taxed').first()).toBeVisible();
  await expect(page.getByText('MOT Valid').first()).toBeVisible();
});

for (const parameter of ['reg', 'reg_number']) {
  test(`${parameter} in the URL jumps to the confirmation @phone`, async ({ page }) => {
    await page.goto(`/signup?${parameter}=tx20due`);
    await expect(page.getByText('Not your vehicle? Search again')).toBeVisible();
    await page.getByText('Not your vehicle? Search again').click();
    await expect(page.getByRole('button', { name: 'Search Vehicle' })).toBeVisible();
  });
}

test('an unknown registration is not found, and Continue explains why it is unavailable @phone', async ({ page }) => {
  await page.goto('/signup?reg=YA69ZZZ');
  await expect(page.getByText('Vehicle Not Found').first()).toBeVisible();
  await expect(page.getByText('Vehicle not found in DVLA database').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Continue/ })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
});

test('when DVLA does not respond, the page shows a message @desktop', async ({ page }) => {
  await page.goto('/signup?reg=DN02DWN');
  await expect(page.getByText('Failed to fetch vehicle data from DVLA').first()).toBeVisible();
});

test('when our service is unreachable, the page shows a message @desktop', async ({ page }) => {
  await page.route('**/api/vehicle-lookup*', (route) => route.abort());
  await page.goto('/signup?reg=AB12CDE');
  await expect(page.getByText('Failed to connect to DVLA lookup service').first()).toBeVisible();
});

for (const [name, typed] of [
  ['200 characters', 'A'.repeat(200)],
  ['emoji', '🚗🚗🚗'],
  ['SQL', "'; DROP TABLE reports;--"],
  ['script', '<script>alert(1)</script>'],
] as const) {
  test(`${name} typed as a registration is rejected with a plain message @desktop`, async ({ page }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`/signup?reg=${encodeURIComponent(typed)}`);
    await expect(
      page
        .getByText(/registration/i)
        .filter({ hasText: /not a UK registration number|at most 7 letters and numbers/ })
        .first(),
    ).toBeVisible();
    expect(dialogs).toEqual([]);
  });
}

test('the free report and the trial are two buttons of the same size', async ({ page }) => {
  await page.goto('/signup?reg=AB12CDE');
  const free = page.getByRole('link', { name: 'See the free report' });
  const trial = page.getByRole('button', { name: 'Continue' });
  await expect(page.getByText('24-hour trial, 50p')).toBeVisible();
  const appearance = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return { width, height, colour: getComputedStyle(element).backgroundColor };
  };
  // The browser replaces the prerendered step meanwhile.
  await expect(async () => expect(await free.evaluate(appearance)).toEqual(await trial.evaluate(appearance))).toPass();
});

test('each error of the details is in the summary and at its field, and nothing covers the page @desktop', async ({
  page,
}) => {
  await enterAndConfirmVehicle(page, 'AB12CDE');
  await fillInPersonalDetails(page, 'dana');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Invalid email: Please enter a valid email address (e.g., name@example.com)',
    'Invalid postcode: Please enter a valid UK postcode',
  ]);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toBeFocused();
  await expectAccessible(page);
});

test('the back link returns to the search @phone', async ({ page }) => {
  await page.goto('/signup?reg=AB12CDE');
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await expect(page).toHaveURL('/');
});
