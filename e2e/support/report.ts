import { expect, type Page } from '@playwright/test';

/** The sections that load after the first view. */
const lateParts = ['mot-history', 'mileage', 'viewing', 'costs', 'life', 'take-along'];

/** Opens a report and waits until all of its sections are shown. */
export async function openFullyLoadedReport(page: Page, registration: string): Promise<void> {
  await page.goto(`/report?reg=${registration}`);
  for (const part of lateParts) await expect(page.locator(`#${part} section`).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('#picture summary')).toBeVisible({ timeout: 30_000 });
}

/** Opens every fold of the page. */
export const unfoldAllDetails = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
