import type { Page } from '@playwright/test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { commandsOf } from '../support/document-commands.ts';
import { copyRepository, terminalIn } from '../support/repository-copy.ts';
import { type TerminalCommand, startTerminalCommand } from '../support/terminal.ts';
import { expect, test } from '../support/test.ts';

/* A new team's first ten minutes (docs/teams/README.md), in a copy of this repository, with its own site. */

const outside = ['git clone <this repository> vehicle-enquiry', 'cd vehicle-enquiry', 'npm install'];

const jest = 'node --experimental-vm-modules node_modules/jest/bin/jest.js --selectProjects build --';
const acceptance = [
  'node node_modules/typescript7/bin/tsc -b mfe-orders',
  'node node_modules/eslint/bin/eslint.js --max-warnings 0 mfe-orders',
  'node node_modules/prettier/bin/prettier.cjs --check mfe-orders tsconfig.json',
  `${jest} packages/dependencies remote-routes shared-deps`,
];

const isOpen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => {
      done(false);
    });
  });

let copy = '';
let environment: NodeJS.ProcessEnv = {};
/** Not at the usual port: the release tool has to find it. */
let site = '';
const running: TerminalCommand[] = [];

test.beforeAll(async () => {
  test.setTimeout(60_000);
  copy = copyRepository();
  ({ environment, site } = await terminalIn(copy));
});

test.afterAll(async () => {
  await Promise.all(running.map((command) => command.interrupt()));
  if (copy !== '') rmSync(copy, { recursive: true, force: true });
});

const start = (line: string): TerminalCommand => {
  const command = startTerminalCommand(line, copy, environment);
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

const messagesFile = (): string => join(copy, 'mfe-orders/src/orders/messages.en-gb.ts');

/** Changes the title of the new page, as the document describes. */
function retitle(title: string): void {
  const text = readFileSync(messagesFile(), 'utf8');
  writeFileSync(messagesFile(), text.replace(/title: '[^']*'/, `title: '${title}'`));
}

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

async function followWorkOn(line: string, page: Page): Promise<void> {
  const stack = start(line);
  const [, address = ''] = await stack.waitForOutput(/mfe-orders from its sources, in the real page: (\S+)\n/);
  await page.goto(address);
  await expect(title(page)).toHaveText('Orders');
  const registry = await page.locator('#ve-registry').textContent();
  const [, served = ''] = /"entry":"http:\/\/localhost:(42\d\d)\/remoteEntry\.js"/.exec(registry ?? '') ?? [];
  expect(served).not.toBe('');
  await page.getByRole('main').getByRole('textbox').fill('ab12');
  await page.evaluate(() => {
    document.body.dataset['opened'] = 'once';
  });
  retitle('Your orders');
  await expect(title(page)).toHaveText('Your orders');
  await expect(page.locator('body')).toHaveAttribute('data-opened', 'once');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveValue('ab12');
  await stack.interrupt();
  for (const port of [new URL(address).port, served]) expect(await isOpen(Number(port)), port).toBe(false);
}

test('docs/teams/README.md leads from a clone to a release, and back', async ({ page, context }) => {
  test.setTimeout(400_000);
  const commands = commandsOf('docs/teams/README.md', 'Ten minutes');
  expect(commands.slice(0, outside.length)).toEqual(outside);
  const times: string[] = [];
  const shown = async (): Promise<string> => {
    // As a visitor who is not assigned to a canary; none is running then.
    await context.clearCookies();
    await page.goto(`${site}/orders`);
    return title(page).innerText();
  };

  const follow: Record<string, (line: string) => Promise<unknown>> = {
    'npm run new-remote orders': async (line) => {
      await run(line);
      // The checks of `npm test` for a remote, except for its own tests, the build and its budget, which follow.
      await Promise.all(acceptance.map(run));
    },
    'npm run work-on mfe-orders': (line) => followWorkOn(line, page),
    'npm run test -w @ve/mfe-orders': run,
    'npm start': async (line) => {
      await start(line).waitForOutput(/is ready: /);
      expect(await shown()).toBe('Your orders');
      retitle('Orders of today');
    },
    'npm run release mfe-orders -- --canary 10': run,
    'npm run release mfe-orders -- --list': async (line) => {
      expect(await run(line)).toMatch(/canary/);
    },
    'npm run release mfe-orders -- --promote': async (line) => {
      await run(line);
      expect(await shown()).toBe('Orders of today');
    },
    'npm run release mfe-orders -- --rollback': async (line) => {
      await run(line);
      expect(await shown()).toBe('Your orders');
    },
  };
  for (const line of commands.slice(outside.length)) {
    const step = follow[line];
    if (step === undefined) throw new Error(`docs/teams/README.md says ${line}, which this test does not follow`);
    const since = performance.now();
    await step(line);
    times.push(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  }
  expect(times).toHaveLength(Object.keys(follow).length);
  console.log(`The ten minutes of docs/teams/README.md:\n${times.join('\n')}`);
});
