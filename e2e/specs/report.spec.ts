import type { Page } from '@playwright/test';
import { signUpAsPayingMember, startTrial, runFullCheckWithCredit } from '../support/account.ts';
import { openFullyLoadedReport } from '../support/report.ts';
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/test.ts';

test('without a registration it shows the loading text and redirects home after two seconds @desktop', async ({
  page,
}) => {
  await page.goto('/report');
  await expect(page.getByText('Loading your vehicle report...')).toBeVisible();
  await expect(page).toHaveURL('/', { timeout: 6_000 });
});

test('AB12 CDE: verdict, tax, MOT, the facts, the free rows and what a full check adds', async ({ page }) => {
  await page.goto('/report?reg=AB12CDE');
  await expect(page.getByText('Taxed').first()).toBeVisible();
  await expect(page.getByText('MOT Valid').first()).toBeVisible();
  await page.getByText(/^\d+ more: model, seats, weight/).click();
  for (const label of ['Make', 'Transmission', 'Number of seats', 'Kerb weight', 'Last 5 of VIN', 'Euro status']) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  }
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'VDI Check Report' }).click();
  for (const label of ['Imported', 'Exported', 'Scrapped', 'Safety Recalls', 'Previous Keepers', 'Plate Changes']) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Additional Checks' }).click();
  for (const card of ['Stolen Check', 'Written Off', 'Finance Check']) {
    await expect(page.getByRole('tabpanel').getByText(card).first()).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign Up to Upgrade' }).first().click();
  await expect(page).toHaveURL(/\/signup\?reg=AB12CDE/);
});

test('TX11 EXP: the alert opens, links to the GOV.UK tax service, and stays closed once dismissed @desktop', async ({
  page,
}) => {
  await page.goto('/report?reg=TX11EXP');
  const alert = page.getByRole('dialog').filter({ hasText: 'VEHICLE ALERT!' });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await expect(alert.getByRole('link').first()).toHaveAttribute('href', /^https:\/\/www\.gov\.uk\/vehicle-tax/);
  await alert.getByRole('button', { name: 'Ignore' }).click();
  await expect(alert).toBeHidden();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('vehicle-alert-dismissed-TX11EXP');
  await page.reload();
  await expect(page.getByText('Tax Expired').first()).toBeVisible();
  await expect(page.getByText('MOT').first()).toBeVisible();
  // Longer than the half second after which it would open.
  await expect(async () => {
    expect(await page.evaluate(() => performance.now())).toBeGreaterThan(2_500);
  }).toPass();
  await expect(alert).toBeHidden();
});

test('EV24 ELE: electric, no engine size, first MOT not yet due @phone', async ({ page }) => {
  await page.goto('/report?reg=EV24ELE');
  await expect(page.getByText(/First test due by/).first()).toBeVisible();
  await expect(page.getByText(/electric/i).first()).toBeVisible();
  await expectAccessible(page);
});

test('an unknown vehicle is not found @phone', async ({ page }) => {
  await page.goto('/report?reg=YA69ZZZ');
  await expect(page.getByText('Vehicle Not Found').first()).toBeVisible();
  await expectAccessible(page);
});

test('when no source responds, nothing is claimed about the car, and a sample marked as such is behind a button @desktop', async ({
  page,
}) => {
  await page.goto('/report?reg=DN02DWN');
  await expect(page.getByText(/Unable to fetch live vehicle data/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/^FAILED/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See a sample report' }).click();
  await expect(page.getByText(/Showing sample data for demonstration/)).toBeVisible();
  await expect.poll(() => page.getByText(/^sample$/i).count()).toBeGreaterThan(3);
  for (const card of await page.locator('[data-sample]:visible').all()) {
    expect((await card.boundingBox())!.width).toBeGreaterThan(150);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});

test('when no source responds, a visitor leaves an address for one e-mail', async ({ page }, { project }) => {
  await page.goto('/report?reg=DN02DWN');
  const offer = page.getByRole('region', { name: 'We can e-mail you when they answer' });
  await expect(offer).toBeVisible({ timeout: 20_000 });
  await offer.getByRole('button', { name: 'E-mail me when they answer' }).click();
  await expect(offer.getByText('Please enter a valid email address')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  const address = `dn02-${project.name}@example.com`;
  await offer.getByRole('textbox', { name: 'E-mail address' }).fill(address);
  await offer.getByRole('button', { name: 'E-mail me when they answer' }).click();
  await expect(page.getByText(`We’ll e-mail ${address} when a source answers.`)).toBeVisible();
  await expectAccessible(page);
});

test('RC18 RCL: names the make’s dealer and lists the model’s recall campaigns', async ({ page }) => {
  await page.goto('/report?reg=RC18RCL&tab=vdi');
  const recall = page.getByRole('region', { name: 'A safety recall is outstanding' });
  await expect(recall.getByText(/nearest Citroën dealer/)).toBeVisible();
  await expect(recall.getByText(/^R\/2019\/341, launched on 12 November 2019/)).toBeVisible({ timeout: 20_000 });
  await expect(recall.getByText('Front suspension ball joint may separate')).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test('the asking price is placed on the bar from trade to forecourt by keyboard', async ({ page }) => {
  await page.goto('/sample-report?tab=vdi');
  const valuation = page.getByRole('region', { name: 'Valuation' });
  const bar = valuation.getByRole('slider');
  await bar.press('End');
  await expect(valuation.getByRole('textbox', { name: 'Asking price' })).toHaveValue('£7,395');
  await bar.press('PageDown');
  await expect(
    valuation.getByText(/^£1,\d+ above the middle of £4,315 to £7,395, trade to forecourt\.$/),
  ).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test('when one source is down, the rest is shown with the reason for the gap @phone', async ({ page, sandbox }) => {
  // A vehicle that no other test reads.
  const registration = 'MF15THF';
  await sandbox.fault('dvsa', 'error-500', registration);
  await page.goto(`/report?reg=${registration}`);
  await expect(page.getByText('Not available').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/DVSA/).first()).toBeVisible();
  await expect(page.getByText('Transmission', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a hundred concurrent requests cost one call to each source @desktop', async ({ request, sandbox, baseURL }) => {
  // A vehicle that no other test reads.
  const registration = 'CD09CTD';
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      request.post('/api/fetch-vehicle-data', {
        headers: { origin: baseURL ?? '', 'x-requested-with': 'vehicle-enquiry' },
        data: { registration, datapackage: 'VehicleData' },
      }),
    ),
  );
  expect(answers.filter((answer) => answer.status() >= 300).map((answer) => answer.status())).toEqual([]);
  await expect
    .poll(async () => {
      const response = await request.get(`/api/vehicle-lookup?reg=${registration}`);
      return ((await response.json()) as { outcome: string }).outcome;
    })
    .toBe('found');
  expect(await sandbox.calls(registration)).toEqual({ dvla: 1, dvsa: 1, ukvd: 1 });
});

test('a report is shared by a link, read without an account, and no longer shown once the link is revoked', async ({
  page,
  browser,
}) => {
  await startTrial(page.request);
  await page.goto('/report?reg=AB12CDE');
  await page.getByRole('button', { name: 'Share this report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this report' });
  await dialog.getByRole('textbox', { name: /^Name of the link/ }).fill('For Sam');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link to the report' }).inputValue();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  const theirs = await browser.newContext({ viewport: page.viewportSize() });
  const other = await theirs.newPage();
  const opened = await other.goto(link);
  expect(opened?.headers()).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  await expect(other.getByText('This report was shared with you')).toBeVisible();
  await expect(other.getByRole('region', { name: /^Verdict:/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Share this report' })).toHaveCount(0);
  await expectNoHorizontalScroll(other);
  await expectAccessible(other);

  await dialog.getByRole('button', { name: 'Stop sharing: For Sam' }).click();
  await expect(dialog.getByText('Stopped sharing: For Sam.', { exact: false })).toBeVisible();
  await other.reload();
  await expect(other.getByText('This link was withdrawn')).toBeVisible();
  await expectAccessible(other);
  await theirs.close();
});

/** The number of printed pages of a report; expects them to hold nothing that is for the screen alone or locked. */
async function printedPages(page: Page, registration: string): Promise<number> {
  await openFullyLoadedReport(page, registration);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Vehicle report of/)).toBeVisible();
  await expect(page.locator('main [data-state="locked"]:visible, main .locked:visible')).toHaveCount(0);
  await expect(page.locator('main').locator('button:visible, input:not([type="checkbox"]):visible')).toHaveCount(0);
  for (const text of [/Type the last five/, /last five characters of the VIN/, /What does the odometer read/]) {
    await expect(page.getByText(text).locator('visible=true')).toHaveCount(0);
  }
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await page.emulateMedia({ media: null });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('a free report prints on at most four pages, without what is for the screen alone or locked @desktop', async ({
  page,
}) => {
  test.slow();
  const pages: Record<string, number> = {};
  // A clean car, a clocked one, two with much on record, an electric one without a test, one with sixty tests.
  for (const registration of ['AB12CDE', 'CL10CKD', 'WO16WOF', 'FN15FNC', 'EV24ELE', 'MT05SXT']) {
    pages[registration] = await printedPages(page, registration);
  }
  expect(Object.entries(pages).filter(([, count]) => count < 1 || count > 4)).toEqual([]);
});

for (const registration of ['WO16WOF', 'KP08KPR']) {
  test(`a full check of ${registration} prints on at most four pages @desktop`, async ({ page }) => {
    await signUpAsPayingMember(page.request);
    await runFullCheckWithCredit(page.request, registration);
    const count = await printedPages(page, registration);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(4);
  });
}
