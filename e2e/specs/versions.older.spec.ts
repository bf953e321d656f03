import type { Page, Request } from '@playwright/test';
import pg from 'pg';
import { startTrial } from '../support/account.ts';
import {
  withReleaseTeamToken,
  contractVersionOf,
  makeReleasesStable,
  readLiveReleaseVersions,
  type EarlierRelease,
  type VersionByReleaseName,
  releaseStoreFolder,
  unpackEarlierReleases,
} from '../support/releases.ts';
import { expect, test } from '../support/test.ts';

/*
 * Teams release on different days: the earlier releases (e2e/releases, refreshed by `npm run archive-releases`) run
 * together with those of this build, both ways round. Serial, because the stack has one set of stable releases.
 */
test.describe.configure({ mode: 'serial' });
test.skip(releaseStoreFolder === '', 'needs E2E_STORE_DIR, the store that the stack was published from');

let before: Record<string, EarlierRelease> = {};
let today: VersionByReleaseName = {};

test.beforeAll(async () => {
  today = await readLiveReleaseVersions();
  before = await unpackEarlierReleases();
});
test.afterAll(async () => {
  await makeReleasesStable(today);
});

const minorOf = (contract: string): number => Number(contract.split('.')[1]);
const versionsOf = (releases: Record<string, EarlierRelease>): VersionByReleaseName =>
  Object.fromEntries(Object.entries(releases).map(([name, { version }]) => [name, version]));

/** The releases that the open page uses. */
const releasesOf = (page: Page): Promise<VersionByReleaseName> =>
  page.evaluate(() => {
    const { remotes } = JSON.parse(document.getElementById('ve-registry')?.textContent ?? '{}') as {
      remotes: { name: string; version: string }[];
    };
    const shell = document.querySelector('script[src*="/remotes/shell/"]')?.getAttribute('src')?.split('/')[3] ?? '';
    return { ...Object.fromEntries(remotes.map(({ name, version }) => [name, version])), shell };
  });

/** Visits a page of every remote, and waits for its content. */
async function visitEveryRemote(page: Page, stable: VersionByReleaseName): Promise<void> {
  const expectComplete = async () => {
    expect(await releasesOf(page)).toEqual(stable);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  };
  await page.goto('/');
  await expect(page.getByText('Check a vehicle’s history before you buy it')).toBeVisible();
  await page.getByPlaceholder('ENTER REG').first().fill('AB12CDE');
  await page.getByPlaceholder('ENTER REG').first().press('Enter');
  await expect(page).toHaveURL(/\/signup\?reg=AB12CDE/);
  await expect(page.getByText('Is this your vehicle?')).toBeVisible();
  await expectComplete();

  await page.goto('/report?reg=AB12CDE');
  await expect(page.getByText('Taxed').first()).toBeVisible();
  await expectComplete();
  // Navigates to another remote within the same document.
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).first().click();
  await expect(page.getByText('Email Support')).toBeVisible();
  await expectComplete();

  await page.goto('/signin');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/admin/signin');
  await expect(page.getByRole('main').getByLabel('Password')).toBeVisible();
  await expectComplete();

  await startTrial(page.request);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('AB12 CDE').first()).toBeVisible();
  await expectComplete();
}

/** The earlier shell, with the current remotes that its contract admits and earlier ones for the rest. */
async function earlierShellWithAdmittedRemotes(): Promise<VersionByReleaseName> {
  const { shell } = before;
  if (!shell) throw new Error('The archive has no shell');
  const stable = versionsOf(before);
  for (const [name, version] of Object.entries(today)) {
    if (name === 'shell') continue;
    // A remote that needs a later contract would not be made live with this shell.
    if (minorOf(await contractVersionOf(name, version)) <= minorOf(shell.contract)) stable[name] = version;
  }
  return stable;
}

test('the earlier shell runs the current remotes that its contract admits', async ({ page }) => {
  const stable = await earlierShellWithAdmittedRemotes();
  expect(stable).not.toEqual(versionsOf(before));
  await makeReleasesStable(stable);
  await visitEveryRemote(page, stable);
});

test('the current shell runs the earlier remotes', async ({ page }) => {
  const stable = { ...versionsOf(before), shell: today['shell'] ?? '' };
  await makeReleasesStable({ ...today, ...stable });
  await visitEveryRemote(page, { ...today, ...stable });
});

/** Reads the stored failures of a version of the shell. */
async function readFailures<T extends object>(statement: string, version: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? '' });
  await client.connect();
  try {
    return (
      await client.query<T>(`${statement} from release_failures where (name, version) = ('shell', $1)`, [version])
    ).rows;
  } finally {
    await client.end();
  }
}

test('a canary of the shell whose own script does not load is reported by its document', async ({ page }) => {
  // The stable releases change twice, by a command each time.
  test.slow();
  const stable = await earlierShellWithAdmittedRemotes();
  const version = stable['shell'] ?? '';
  // Publishes it; what is stable then fits both shells.
  await makeReleasesStable(stable);
  await makeReleasesStable({ ...stable, shell: today['shell'] ?? '' });
  await page.route(`**/remotes/shell/${version}/main.*.js`, (route) => route.abort());
  const isReport = (request: Request): boolean =>
    request.url().endsWith('/api/error-logs') && (request.postData() ?? '').includes(`shell@${version}`);
  await withReleaseTeamToken('shell', async ({ move }) => {
    await move({ action: 'canary', version, share: 50, why: 'its script does not come' });
    // Every other visitor is in the canary.
    await expect(async () => {
      await page.context().clearCookies();
      const reported = page.waitForRequest(isReport, { timeout: 10_000 }).catch(() => null);
      await page.goto('/signup');
      expect(await page.locator('script[data-shell]').getAttribute('data-shell')).toBe(`shell@${version}`);
      expect((await (await reported)?.response())?.status()).toBe(204);
    }).toPass();
    await move({ action: 'rollback', why: 'it was a try' });
  });
  const kinds = async () =>
    (await readFailures<{ kind: string }>('select distinct kind', version)).map(({ kind }) => kind);
  await expect.poll(kinds).toEqual(['failed-load']);
  await readFailures('delete', version);
});
