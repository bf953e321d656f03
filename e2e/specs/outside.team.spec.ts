import type { Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandsOf } from '../support/document-commands.ts';
import { withReleaseTeamToken } from '../support/releases.ts';
import { teamEnvironment } from '../support/repository-copy.ts';
import { type TerminalCommand, startTerminalCommand } from '../support/terminal.ts';
import { expect, test } from '../support/test.ts';

/*
 * The first minutes of a team outside this repository (docs/teams/outside.md), in an empty folder, with the stack under
 * test as the live site. npm installs libraries of others from its cache where it can.
 */

const root = resolve(import.meta.dirname, '../..');
const site = process.env.E2E_BASE_URL ?? 'http://localhost:3000';
const running: TerminalCommand[] = [];
let base = '';
let folder = '';
let environment: NodeJS.ProcessEnv = {};

test.beforeAll(() => {
  test.setTimeout(120_000);
  base = realpathSync(mkdtempSync(join(tmpdir(), 've-outside-')));
  folder = join(base, 'orders');
  mkdirSync(folder);
  execFileSync(process.execPath, ['libs/build/src/cli/pack.ts', join(base, 'packages')], { cwd: root });
  environment = {
    ...teamEnvironment(),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_yes: 'true',
  };
});

test.afterAll(async () => {
  await Promise.all(running.map((command) => command.interrupt()));
  rmSync(base, { recursive: true, force: true });
});

const start = (line: string): TerminalCommand => {
  const command = startTerminalCommand(line, folder, environment);
  running.push(command);
  return command;
};

/** Runs a command until it ends. Returns its output. */
async function run(line: string): Promise<string> {
  const command = start(line);
  const code = await command.ended;
  expect(code, `${line}\n${command.text()}`).toBe(0);
  return command.text();
}

/** Changes a source of the remote, which has the text once. */
function edit(file: string, before: string, after: string): void {
  const path = join(folder, 'mfe-orders/src/orders', file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(before)).toHaveLength(2);
  writeFileSync(path, text.replace(before, after));
}

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const messages = 'messages.en-gb.ts';

/** In the shell of the live site: its header, and the remote's page, which visitors do not have. */
async function followDev(line: string, page: Page): Promise<void> {
  const dev = start(line);
  const [, address = ''] = await dev.waitForOutput(/mfe-orders from its sources, .*\n {2}(\S+)/);
  expect(dev.text()).not.toContain('note:');
  await page.goto(address);
  await expect(title(page)).toHaveText('Orders');
  await expect(page.getByRole('banner')).toBeVisible();
  expect((await page.request.get(`${site}/orders`)).status()).toBe(404);
  await page.getByRole('textbox', { name: 'Registration number' }).fill('AB12 CDE');
  await page.getByRole('button', { name: 'Look it up' }).click();
  await expect(page.getByText('FORD').first()).toBeVisible();

  const typed = page.getByRole('textbox', { name: 'Registration number' });
  await typed.fill('typed');
  await page.evaluate(() => {
    document.body.dataset['opened'] = 'once';
  });
  const expectKept = async (): Promise<void> => {
    await expect(typed).toHaveValue('typed');
    await expect(page.locator('body')).toHaveAttribute('data-opened', 'once');
  };
  edit(messages, "title: 'Orders',\n  lead", "title: 'Your orders',\n  lead");
  await expect(title(page)).toHaveText('Your orders');
  await expectKept();

  edit(messages, 'export const messages', 'export cnst messages');
  const overlay = page.locator('iframe').contentFrame();
  await expect(overlay.getByText('messages.en-gb.ts').first()).toBeVisible();
  await expect(overlay.getByText(/\[1:\d+\]/).first()).toBeVisible();
  edit(messages, 'export cnst messages', 'export const messages');
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectKept();

  edit(
    'orders.page.tsx',
    '  const searched =',
    "  if (search.has('reg')) throw new Error('no orders');\n  const searched =",
  );
  await expect(page.getByRole('alert').filter({ hasText: 'Error: no orders' })).toContainText(
    /mfe-orders\/src\/orders\/orders\.page\.tsx:\d+:\d+/,
  );
  edit('orders.page.tsx', "  if (search.has('reg')) throw new Error('no orders');\n", '');
  await expect(title(page)).toHaveText('Your orders');
  await expect(page.getByText('Error: no orders')).toHaveCount(0);
  await dev.interrupt();
}

test('docs/teams/outside.md leads from an empty folder to a canary, and back', async ({ page }) => {
  test.setTimeout(300_000);
  test.info().annotations.push({ type: 'uncaught' });
  const [packing, makeFolder, ...commands] = commandsOf('docs/teams/outside.md', 'Ten minutes');
  expect([packing, makeFolder]).toEqual(['npm run pack -- ../packages', 'mkdir orders && cd orders']);
  const times: string[] = [];
  let whole = 0;
  await withReleaseTeamToken('mfe-orders', async ({ token }) => {
    const follow: Record<string, (line: string) => Promise<unknown>> = {
      'npm exec --package ../packages/ve-build-*.tgz -- ve new orders --packages ../packages': run,
      'npm install': run,
      'echo RELEASE_URL=https://site.example > .env': () => run(`echo RELEASE_URL=${site} > .env`),
      'npx --no ve dev': (line) => followDev(line, page),
      'npx --no ve test': run,
      'echo RELEASE_TOKEN=… >> .env': () => run(`echo RELEASE_TOKEN=${token} >> .env`),
      'npx --no ve release --canary 10': async (line) => {
        expect(await run(line)).toMatch(/canary \w+ for 10 visitors in 100/);
      },
      'npx --no ve list': async (line) => {
        expect(await run(line)).toMatch(/canary \w+ for 10 visitors in 100/);
      },
      'npx --no ve rollback': async (line) => {
        expect(await run(line)).toContain('no visitor is given any release');
      },
    };
    for (const line of commands) {
      const step = follow[line];
      if (step === undefined) throw new Error(`docs/teams/outside.md says ${line}, which this test does not follow`);
      const since = performance.now();
      await step(line);
      const seconds = (performance.now() - since) / 1000;
      whole += seconds;
      times.push(`${seconds.toFixed(1).padStart(6)} s  ${line}`);
    }
    expect(times).toHaveLength(Object.keys(follow).length);
  });
  console.log(`docs/teams/outside.md in ${whole.toFixed(1)} s:\n${times.join('\n')}`);
});
