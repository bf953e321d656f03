import type { Page } from '@playwright/test';
import { becomeMember, startTrial, useFullCheck } from '../support/account.ts';
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

test('TX11 EXP: the alert opens, links to the GOV.UK tax service, and stays closed once ignored @desktop', async ({
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

test('when no source answers, a marked sample is shown and nothing is claimed about the car @desktop', async ({
  page,
}) => {
  await page.goto('/report?reg=DN02DWN');
  await expect(page.getByText(/Unable to fetch live vehicle data/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Showing sample data for demonstration/)).toBeVisible();
  expect(await page.getByText(/^sample$/i).count()).toBeGreaterThan(3);
  for (const card of await page.locator('[data-sample]:visible').all()) {
    expect((await card.boundingBox())!.width).toBeGreaterThan(150);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});

test('when one source is down, the rest is shown with the reason for the gap @phone', async ({ page, sandbox }) => {
  // A vehicle that no other test looks at.
  const registration = 'MF15THF';
  await sandbox.fault('dvsa', 'error-500', registration);
  await page.goto(`/report?reg=${registration}`);
  await expect(page.getByText('Not available').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/DVSA/).first()).toBeVisible();
  await expect(page.getByText('Kerb weight', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a hundred concurrent requests cost one call to each source @desktop', async ({ request, sandbox, baseURL }) => {
  // A vehicle that no other test looks at.
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

test('a report is shared by a link, read without an account, and gone once the link is taken back', async ({
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
  await expect(other.getByText('Somebody shared this report with you')).toBeVisible();
  await expect(other.getByRole('region', { name: /^Verdict:/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Share this report' })).toHaveCount(0);
  await expectNoHorizontalScroll(other);
  await expectAccessible(other);

  await dialog.getByRole('button', { name: 'Take back: For Sam' }).click();
  await expect(dialog.getByText('Taken back: For Sam.', { exact: false })).toBeVisible();
  await other.reload();
  await expect(other.getByText('This link was taken back')).toBeVisible();
  await expectAccessible(other);
  await theirs.close();
});

/** The parts that load after the first view. */
const lateParts = ['mot-history', 'mileage', 'life', 'picture', 'costs', 'viewing', 'take-along'];

/** Opens a report and waits until all of its parts are there. */
async function openWhole(page: Page, registration: string): Promise<void> {
  await page.goto(`/report?reg=${registration}`);
  for (const part of lateParts) await expect(page.locator(`#${part} section`).first()).toBeVisible({ timeout: 30_000 });
}

test('reports print on four pages at most, without what is for the screen alone or locked @desktop', async ({
  page,
}) => {
  test.slow();
  const printed = async (registration: string): Promise<number> => {
    await openWhole(page, registration);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/^Vehicle report of/)).toBeVisible();
    await expect(page.locator('main [data-state="locked"]:visible, main .locked:visible')).toHaveCount(0);
    await expect(page.locator('main').locator('button:visible, input:not([type="checkbox"]):visible')).toHaveCount(0);
    for (const words of [/Type the last five/, /last five characters of the VIN/, /What does the dial say today/]) {
      await expect(page.getByText(words).locator('visible=true')).toHaveCount(0);
    }
    const pdf = await page.pdf({ preferCSSPageSize: true });
    await page.emulateMedia({ media: null });
    return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  };
  const pages: Record<string, number> = {};
  // A clean car, a clocked one, two with much on record, an electric one without a test, one of sixty tests.
  for (const registration of ['AB12CDE', 'CL10CKD', 'WO16WOF', 'FN15FNC', 'EV24ELE', 'MT05SXT']) {
    pages[registration] = await printed(registration);
  }
  for (const registration of ['WO16WOF', 'KP08KPR']) {
    await becomeMember(page.request);
    await useFullCheck(page.request, registration);
    pages[`${registration} with a full check`] = await printed(registration);
  }
  expect(Object.entries(pages).filter(([, count]) => count < 1 || count > 4)).toEqual([]);
});

test('the viewing companion goes on without a connection once the report is open @phone', async ({ page, context }) => {
  await openWhole(page, 'AB12CDE');
  const companion = page.getByRole('region', { name: 'At the viewing' });
  await context.setOffline(true);
  await expect(companion.getByText('You are offline')).toBeVisible();
  const [first, second] = [companion.getByRole('checkbox').first(), companion.getByRole('checkbox').nth(1)];
  await first.check();
  await companion
    .getByRole('button', { name: /^Add a note on:/ })
    .first()
    .click();
  await page.keyboard.type('Scratch by the boot');
  await companion.getByRole('textbox', { name: 'Other notes' }).fill('Wants £5,000');
  await expect(companion.getByText(/^1 of \d+ ticked/)).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(companion.getByText('You are offline')).toHaveCount(0);
  await page.reload();
  await expect(first).toBeChecked();
  await expect(second).not.toBeChecked();
  await expect(companion.getByRole('textbox', { name: /^Note on:/ })).toHaveValue('Scratch by the boot');
  await expect(companion.getByRole('textbox', { name: 'Other notes' })).toHaveValue('Wants £5,000');
});

test('chart, timeline, companion and costs as a screen reader has them, the chart by its keys @desktop', async ({
  page,
}) => {
  await openWhole(page, 'CL10CKD');
  const readings = page.getByRole('listbox', { name: /^\d+ readings in the chart/ });
  await readings.getByRole('option').last().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(readings.getByRole('option').nth(1)).toBeFocused();
  await expect(page.locator('#mileage')).toMatchAriaSnapshot(`
    - region "Mileage":
      - heading "Mileage" [level=2]
      - text: The readings do not agree
      - list:
        - listitem:
          - strong: /^47,200 miles lower than a year before/
      - img /^Mileage at each MOT test, from [\\d,]+ miles on .+ to [\\d,]+ miles on /
      - listbox /^\\d+ readings in the chart; the arrow keys move between them$/:
        - option /miles$/
        - option /miles, \\+[\\d,]+ since / [selected]
        - option /−47,200 since .+, Lower than an earlier reading$/
      - group "Mileage at each MOT test":
        - table "Mileage at each MOT test":
          - rowgroup:
            - row "Date Miles Change Note"
          - rowgroup:
            - row /−47,200 Lower than an earlier reading/
      - heading "What does the dial say today?" [level=3]
      - textbox "Miles on the dial"
  `);
  await expect(page.locator('#life')).toMatchAriaSnapshot(`
    - region "The car’s life":
      - heading "The car’s life" [level=2]
      - group "Show":
        - checkbox /^MOT tests \\(\\d+\\)$/ [checked]
        - checkbox /^Keepers and log book/ [checked]
      - status: /\\d+ events shown/
      - list "Events, oldest first":
        - listitem:
          - group:
            - list:
              - listitem:
                - time: /\\d+ May 2010/
                - text: /First registered/
        - listitem:
          - group:
            - list:
              - listitem:
                - text: Close together
                - strong: /^The readings go back by 47,200 miles/
      - link "What the full check tells"
  `);
  const companion = page.getByRole('region', { name: 'At the viewing' });
  await expect(companion).toMatchAriaSnapshot(`
    - region "At the viewing":
      - heading "At the viewing" [level=2]
      - strong: /^0 of \\d+ ticked/
      - heading "Look at" [level=3]
      - list "Look at":
        - listitem:
          - checkbox /^Compare its wear with /
          - paragraph: /47,200 miles lower/
          - button /^Add a note on: Compare its wear with [\\d,]+ to [\\d,]+ miles$/
      - heading "Ask the seller" [level=3]
      - list "Ask the seller"
      - textbox "Other notes"
  `);
  await expect(companion.getByRole('checkbox', { name: /^Compare its wear/ })).toHaveAccessibleDescription(
    /47,200 miles lower than a year before/,
  );
  await expect(page.locator('#costs')).toMatchAriaSnapshot(`
    - region "What it costs and where it may drive":
      - region "Vehicle tax":
        - term: Tax for 12 months
        - definition: /^£[\\d,.]+ Worked out/
      - region "Clean air zones":
        - list "Zones":
          - listitem:
            - strong: London (ULEZ)
            - text: /^(Free|Charged)/
      - region "Registration document (V5C)":
        - term: Last V5C issued
  `);
});
