import type { Page } from '@playwright/test';
import { signUpAsPayingMember, runFullCheckWithCredit } from '../support/account.ts';
import { tabThroughPage } from '../support/keyboard.ts';
import { openFullyLoadedReport, unfoldAllDetails } from '../support/report.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

/* The report for screen readers, for keyboards, and without a connection at the viewing. */

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a screen reader gets the chart, timeline, companion and costs, and keys control the chart and the filter @desktop', async ({
  page,
}) => {
  await openFullyLoadedReport(page, 'CL10CKD');
  await unfoldAllDetails(page);
  const mileage = part(page, 'Mileage');
  const readings = mileage.getByRole('listbox').getByRole('option');
  await readings.last().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(readings.nth(1)).toBeFocused();
  await expect(mileage).toMatchAriaSnapshot(`
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
      - group:
        - group "Mileage at each MOT test":
          - table "Mileage at each MOT test":
            - rowgroup:
              - row "Date Miles Change Note"
            - rowgroup:
              - row /−47,200 Lower than an earlier reading/
      - group:
        - textbox "Miles on the odometer"
  `);

  const life = part(page, 'Timeline');
  await expect(life).toMatchAriaSnapshot(`
    - region "Timeline":
      - heading "Timeline" [level=2]
      - list "What stands out":
        - listitem: /^The readings go back by 47,200 miles/
      - group:
        - group "Show":
          - checkbox /^MOT tests \\(\\d+\\)$/
          - checkbox /^Keepers and log book/ [checked]
        - status: /\\d+ of \\d+ events shown/
        - list "Events, oldest first":
          - listitem:
            - time: /\\d+ May 2010/
            - text: /First registered/
  `);
  await life.getByRole('checkbox', { name: /^MOT tests/ }).focus();
  await page.keyboard.press('Space');
  await expect(life.getByRole('status')).toHaveText(/^\d+ events shown/);
  await page.keyboard.press('Space');
  await expect(life.getByRole('status')).toHaveText(/^\d+ of \d+ events shown/);

  const companion = part(page, 'At the viewing');
  await expect(companion).toMatchAriaSnapshot(`
    - region "At the viewing":
      - heading "At the viewing" [level=2]
      - paragraph:
        - strong: /^0 of \\d+ ticked/
      - heading "Look at" [level=3]
      - list "Look at":
        - listitem:
          - checkbox /^Compare its wear with /
          - 'button /^Add a note on: Compare its wear with/'
          - paragraph: /47,200 miles lower/
      - heading "Ask the seller" [level=3]
      - list "Ask the seller"
      - group:
        - textbox "Other notes"
  `);
  await expect(companion.getByRole('checkbox', { name: /^Compare its wear/ })).toHaveAccessibleDescription(
    /47,200 miles lower than a year before/,
  );

  await expect(part(page, 'What it costs and where it may drive')).toMatchAriaSnapshot(`
    - region "What it costs and where it may drive":
      - region "Vehicle tax":
        - term: Tax for 12 months
        - definition: /^£[\\d,.]+ Worked out/
      - region "Clean air zones":
        - list "Zones":
          - listitem:
            - strong: London (ULEZ)
            - text: /^(Free|Charged)/
  `);
});

test('the viewing companion continues without a connection once the report is open @phone', async ({
  page,
  context,
}) => {
  await openFullyLoadedReport(page, 'AB12CDE');
  await unfoldAllDetails(page);
  const companion = part(page, 'At the viewing');
  await context.setOffline(true);
  await expect(companion.getByRole('status').filter({ hasText: 'You are offline' })).toContainText(
    'it can’t be loaded offline',
  );
  const boxes = companion.getByRole('checkbox');
  await boxes.first().check();
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
  await expect(companion.getByText(/^Does it match/)).toBeVisible({ timeout: 30_000 });
  await unfoldAllDetails(page);
  await expect(boxes.first()).toBeChecked({ timeout: 30_000 });
  await expect(boxes.nth(1)).not.toBeChecked();
  await expect(companion.getByRole('textbox', { name: /^Note on:/ })).toHaveValue('Scratch by the boot');
  await expect(companion.getByRole('textbox', { name: 'Other notes' })).toHaveValue('Wants £5,000');
});

test('Tab moves through a report in reading order, with each stop in view and its focus visible @desktop', async ({
  page,
}) => {
  await openFullyLoadedReport(page, 'CL10CKD');
  await unfoldAllDetails(page);
  const stops = await tabThroughPage(page);
  expect(stops.filter(({ problems }) => problems.length > 0)).toEqual([]);
  const names = stops.map(({ name }) => name).join('\n');
  // One tab stop for the chart, one for the tabs.
  expect(names.match(/^option /gm)).toHaveLength(1);
  expect(names.match(/^tab /gm)).toHaveLength(1);
  expect(names).toMatch(
    /^a Skip to main content\n[^]+tab Vehicle Information[^]+Miles on the odometer[^]+Other notes[^]+Privacy/,
  );
});

test('a full check works by keyboard on a phone: nothing covers the focus, dialogs trap and restore it @phone', async ({
  page,
}) => {
  test.slow();
  await signUpAsPayingMember(page.request);
  await runFullCheckWithCredit(page.request, 'CL10CKD');
  await openFullyLoadedReport(page, 'CL10CKD');
  const stops = await tabThroughPage(page);
  expect(stops.filter(({ problems }) => problems.length > 0)).toEqual([]);
  for (const name of ['Something wrong? (Tax)', 'Share this report']) {
    const button = page.getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
    const inside = await tabThroughPage(page);
    expect(inside.length, name).toBeGreaterThan(2);
    expect(inside.filter(({ problems }) => problems.length > 0)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});
