import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../tools/suites/browser.mjs';
import { workshop } from './workshop.ts';

/**
 * Starts the Chromium of the end-to-end tests, without its own background work.
 *
 * @throws Error where there is none
 */
export async function launchBenchBrowser(...args: string[]): Promise<Browser> {
  const found = await findBrowser(workshop);
  if (found.path === null) throw new Error(found.why);
  return chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', ...args],
  });
}
