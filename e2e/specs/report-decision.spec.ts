import type { Page } from '@playwright/test';
import { startTrial } from '../support/account.ts';
import { openFullyLoadedReport } from '../support/report.ts';
import {
  axeColourRules,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  expectNoViolations,
  test,
} from '../support/test.ts';

const verdict = (page: Page) => page.getByRole('heading', { level: 2, name: /^Verdict: / });
const bar = (page: Page) => page.getByRole('group', { name: 'Next step' });
const dialog = (page: Page) => page.getByRole('dialog');

/** Layout shifts so far (CLS), without those that follow an input. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

const notChecked = 'Not yet checked: theft, finance, write-off';

for (const [registration, title, text, size] of [
  ['AB12CDE', notChecked, /Nothing found in the free checks/, ''],
  ['TX12CAB', notChecked, /may have been a taxi/, ' @phone'],
  ['CL10CKD', 'WARNING: mileage that goes back by 47,200 miles', /miles/, ''],
  ['SC05SCR', 'FAILED: a scrapping record', /scrapped/, ' @phone'],
  ['XP13XPT', 'WARNING: an export record', /exported/i, ' @phone'],
  ['SR09SRN', notChecked, /no MOT/, ' @phone'],
] as const) {
  test(`${registration} shows its verdict on the first screen: ${title}${size}`, async ({ page }) => {
    // Colours in transition from light to dark have intermediate contrasts.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/report?reg=${registration}`);
    await expect(verdict(page)).toHaveText(`Verdict: ${title}`);
    await expect(verdict(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: /^Verdict/ })).toContainText(text);
    await expect(page.getByRole('list', { name: 'A buyer’s questions' }).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'MOT history' })).toBeVisible();
    await expectNoHorizontalScroll(page);
    // As high as the page, so that no link is half covered by the action bar.
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 6_000 });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, axeColourRules);
  });
}

for (const path of ['/sample-report', '/report?reg=KP08KPR']) {
  test(`${path}: in a low window the next step is visible, and the wheel scrolls the rest of the verdict @desktop`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    await expect(page.getByText(/tests on record/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.scrollTo(0, 1_500));
    const card = page.getByRole('region', { name: /^Verdict/ });
    const next = card.getByText('Next:');
    await expect(next).toBeInViewport({ ratio: 1 });
    const meanings = card.getByRole('link', { name: 'What the verdicts mean' });
    await expect(meanings).not.toBeInViewport();
    // Fails when another element covers it.
    await next.hover();
    await page.mouse.wheel(0, 2_000);
    await expect(meanings).toBeInViewport({ ratio: 1 });
    await meanings.click({ trial: true });
  });
}

test('a reason leads to its section, and the tab it opens is in the URL @phone', async ({ page }) => {
  await page.goto('/report?reg=CL10CKD');
  await page.getByRole('list', { name: 'Reasons' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/#mileage$/);
  await expect(page.getByRole('region', { name: 'Mileage' })).toBeInViewport();
  await page
    .getByRole('list', { name: 'A buyer’s questions' })
    .getByRole('link', { name: /Stolen/ })
    .click();
  await expect(page).toHaveURL(/tab=additional#checks$/);
  await expect(page.getByRole('tab', { name: 'Additional Checks' })).toBeInViewport();
});

test('the tab is in the URL: a link opens it, choosing one adds no history entry, an unknown one opens the first @desktop', async ({
  page,
}) => {
  await page.goto('/faq');
  await page.goto('/report?reg=AB12CDE&tab=vdi');
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect(tab('VDI Check Report')).toHaveAttribute('aria-selected', 'true');
  await tab('Additional Checks').click();
  await expect(page).toHaveURL(/tab=additional$/);
  await tab('Vehicle Information').click();
  await expect(page).toHaveURL(/\/report\?reg=AB12CDE$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
  await page.goto('/report?reg=AB12CDE&tab=%3Cscript%3E');
  await expect(tab('Vehicle Information')).toHaveAttribute('aria-selected', 'true');
});

test('a car that is scrapped or exported gets no alert and no renewal link @desktop', async ({ page }) => {
  for (const registration of ['SC05SCR', 'XP13XPT']) {
    await page.goto(`/report?reg=${registration}`);
    await expect(page.getByRole('region', { name: 'MOT history' })).toBeVisible();
    await expect(async () => {
      expect(await page.evaluate(() => performance.now())).toBeGreaterThan(2_500);
    }).toPass();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Renew tax/ })).toHaveCount(0);
  }
});

test('the alert warns a buyer that tax ends at the sale, and is above the action bar @phone', async ({ page }) => {
  await page.goto('/report?reg=TX20DUE');
  await expect(dialog(page)).toContainText('its tax ends at the sale');
  await expect(bar(page)).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(bar(page)).toBeVisible();
});

test('the action with its price stays visible on a phone, covers nothing and is not printed @phone', async ({
  page,
}) => {
  await page.goto('/report?reg=AB12CDE');
  await expect(bar(page).getByRole('link', { name: 'Sign Up to Upgrade' })).toBeInViewport({ ratio: 1 });
  await expect(bar(page)).toContainText('50p');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  const [end, foot] = await Promise.all([bar(page).boundingBox(), page.getByRole('contentinfo').boundingBox()]);
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((foot?.y ?? 0) + 1);
  await page.emulateMedia({ media: 'print' });
  await expect(bar(page)).toBeHidden();
});

test('loaded sections are shown while a slow source is pending, and little moves when it responds', async ({
  page,
  sandbox,
}, { project }) => {
  const registration = project.name === 'phone' ? 'VC06VCT' : 'FC12CNT';
  await sandbox.fault('dvsa', 'slow', registration, { delayMs: 15_000 });
  await page.goto(`/report?reg=${registration}`);
  await expect(verdict(page)).toBeVisible();
  await expect(page.getByText('Asking DVSA…').locator('visible=true').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tax' }).getByText('Taxed', { exact: true })).toBeVisible();
  const before = await shifts(page);
  await expect(page.getByText('This can take up to half a minute.').locator('visible=true').first()).toBeVisible();
  await expect(page.getByText(/tests on record/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Asking DVSA…').locator('visible=true')).toHaveCount(0);
  await expect(page.getByText(/The report is complete\./)).toBeAttached();
  expect((await shifts(page)) - before).toBeLessThan(0.1);
});

test('SL02 WLY: the page waits twenty seconds for the sources, without a sample @phone', async ({ page }) => {
  await page.goto('/report?reg=SL02WLY');
  await expect(page.getByText('Loading your vehicle report...')).toBeVisible();
  await expect(page.getByText(/up to half a minute/)).toBeVisible();
  await expectAccessible(page);
  await expect(verdict(page)).toBeVisible({ timeout: 45_000 });
  expect(await page.getByText(/^sample$/i).count()).toBe(0);
});

test('Refresh reads the report again, and shows when its sources were last queried @desktop', async ({ page }) => {
  await page.goto('/report?reg=AB12CDE');
  await page.getByRole('button', { name: 'Refresh' }).click();
  // Within five minutes of the last fetch, no source is queried again.
  await expect(
    page.getByText(/^(Refreshed just now|The registers were last asked at .+ They can be asked again from .+)\.$/),
  ).toBeVisible();
});

test('a customer’s report is saved; when that fails, the banner shows a message and the report stays @phone', async ({
  page,
}) => {
  await startTrial(page.request, 'authenticationRequiredSetupForOffSession');
  await page.route('**/api/reports/*', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.goto('/report?reg=TX12CAB');
  await expect(page.getByText('Note: Unable to save report data')).toBeVisible();
  await expect(page.getByText(/Report is still viewable/)).toBeVisible();
  await expect(verdict(page)).toBeVisible();
  // As high as the page, so that no link is half covered by the action bar.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 7_000 });
  await expectAccessible(page);

  await page.unroute('**/api/reports/*');
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/api\/reports\//.test(response.url()),
  );
  await page.reload();
  expect((await (await saved).json()) as unknown).toMatchObject({ outcome: 'found', registration: 'TX12CAB' });
  await expect(page.getByText('Trial', { exact: true })).toBeVisible();
  await expect(page.getByText('Note: Unable to save report data')).toHaveCount(0);
});

/** The pages of a PDF: Chromium writes each as an object that is not compressed. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('a report prints on at most four A4 pages from the moment it is shown, and once all of it is @desktop', async ({
  page,
}) => {
  // The parts that load after the first view never arrive.
  let isLate = false;
  await page.route(/\/mfe-report\/.*\.js$/, (route) => (isLate ? undefined : route.continue()));
  page.on('response', (response) => {
    if (response.url().endsWith('/api/fetch-vehicle-data')) isLate = true;
  });
  await page.goto('/report?reg=KP08KPR');
  await expect(verdict(page)).toBeVisible();
  const early = pagesOf(await page.pdf({ format: 'A4' }));
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThanOrEqual(4);

  isLate = false;
  page.removeAllListeners('response');
  await openFullyLoadedReport(page, 'KP08KPR');
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeLessThanOrEqual(4);
});
