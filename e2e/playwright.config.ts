import { defineConfig } from '@playwright/test';

const ci = Boolean(process.env.CI);

/** Specs in which days pass. */
const later = '**/*.later.spec.ts';

/** Specs that change what is stable for every visitor. */
const older = '**/*.older.spec.ts';

/** Specs of a team's own commands, which run next to the stack under test. */
const team = '**/*.team.spec.ts';

/**
 * Chromium takes the last of two lists, so this one repeats Playwright's before it adds two of our own: Chromium's own
 * popups, which each new window renders in two processes that no test looks at.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  ...['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'],
];

/**
 * Each test runs at the size of a phone and of a desktop, except for those that would repeat themselves at the other
 * size: their titles end with the size they need, `@phone` or `@desktop`. Needs a running stack (`npm test` starts
 * one), whose URLs are given by E2E_* variables.
 */
export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: ci,
  // One more than the smallest machine has cores, since pages that wait for a vendor are idle.
  workers: 3,
  // A browser on a busy machine may be late; a test that passes only on a retry is reported as flaky.
  retries: ci ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.E2E_JSON ? [['line'], ['json', { outputFile: process.env.E2E_JSON }]] : [['list']],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:3000',
    // Recording every test would cost a tenth of the run; a failed test is recorded when it is retried.
    trace: ci ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        // Chromium's sandbox does not run as root, the usual user of containers and CI.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        `--disable-features=${disabledFeatures.join()}`,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: [later, older, team],
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: [later, older, team],
      use: { viewport: { width: 1280, height: 900 } },
      grepInvert: /@phone/,
    },
    // Runs after all others, because it moves the clock of the whole stack.
    {
      name: 'later',
      testMatch: later,
      dependencies: ['phone', 'desktop'],
      use: { viewport: { width: 1280, height: 900 } },
    },
    { name: 'older', testMatch: older, dependencies: ['later'], use: { viewport: { width: 1280, height: 900 } } },
    // Runs last, because it builds and starts a stack of its own within a time limit.
    { name: 'team', testMatch: team, dependencies: ['older'], use: { viewport: { width: 1280, height: 900 } } },
  ],
});
