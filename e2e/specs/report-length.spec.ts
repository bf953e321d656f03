import { openFullyLoadedReport } from '../support/report.ts';
import { expect, test } from '../support/test.ts';

/** The demo cars that have a report, in the order of the sandbox's list. */
const demoCars = [
  'AB12CDE',
  'FN15FNC',
  'WO16WOF',
  'ST17STL',
  'CL10CKD',
  'KP08KPR',
  'XP13XPT',
  'SC05SCR',
  'MP14MPT',
  'RC18RCL',
  'TX12CAB',
  'TX20DUE',
  'TX11EXP',
  'SR09SRN',
  'EV24ELE',
];

/** In CSS pixels: a phone of 390, a desktop of 1280. */
const most = { phone: 7_000, desktop: 4_500 };

test('the free report of every demo car is short enough to be read to its end', async ({ page }, { project }) => {
  test.slow();
  const isPhone = project.name === 'phone';
  await page.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 });
  const heights: Record<string, number> = {};
  for (const registration of demoCars) {
    await openFullyLoadedReport(page, registration);
    heights[registration] = await page.evaluate(() => document.documentElement.scrollHeight);
  }
  const limit = isPhone ? most.phone : most.desktop;
  expect(Object.entries(heights).filter(([, height]) => height > limit)).toEqual([]);
});
