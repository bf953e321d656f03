import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository, terminalIn } from '../support/repository-copy.ts';
import { type TerminalCommand, startTerminalCommand } from '../support/terminal.ts';
import { expect, test } from '../support/test.ts';

/* `npm run dev` in a copy of this repository: what is saved is seen, without a reload and without a restart. */

let copy = '';
let site = '';
let development: TerminalCommand;

test.beforeAll(async () => {
  test.setTimeout(400_000);
  copy = copyRepository();
  const terminal = await terminalIn(copy);
  site = terminal.site;
  development = startTerminalCommand('npm run dev', copy, terminal.environment);
  await development.waitForOutput(/is ready: /);
});

test.afterAll(async () => {
  await development.interrupt();
  rmSync(copy, { recursive: true, force: true });
});

/** Replaces a text that a source has once. */
function edit(file: string, [before, after]: [string, string]): void {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  expect(source.split(before)).toHaveLength(2);
  writeFileSync(path, source.replace(before, after));
}

test('shows saved changes of a remote, of the shell and of the BFF, and recovers from an error', async ({ page }) => {
  test.info().annotations.push({ type: 'uncaught' });
  await page.goto(`${site}/faq`);
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Frequently asked questions');
  await page.evaluate(() => {
    document.body.dataset['opened'] = 'once';
  });
  const wasReloaded = () => page.evaluate(() => document.body.dataset['opened'] !== 'once');

  const messages = 'mfe-content/src/faq/messages.en-gb.ts';
  const source = readFileSync(join(copy, messages), 'utf8');
  edit(messages, ["title: 'Frequently asked questions'", "title: 'Asked today'"]);
  await expect(title).toHaveText('Asked today');
  writeFileSync(join(copy, messages), `${source}const = 1;`);
  await development.waitForOutput(/messages\.en-gb\.ts/);
  const overlay = page.locator('iframe').contentFrame();
  await expect(overlay.getByText(/messages\.en-gb\.ts/).first()).toBeVisible();
  await expect(overlay.getByText(/\[\d+:\d+\]/).first()).toBeVisible();
  writeFileSync(join(copy, messages), source.replace("'Frequently asked questions'", "'Repaired'"));
  await expect(title).toHaveText('Repaired');
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await wasReloaded()).toBe(false);

  // A shared module that the remote did not use when the page loaded it.
  const faq = 'mfe-content/src/faq/faq.page.tsx';
  edit(faq, [
    "import { styled } from 'styled-components';",
    "import { version } from 'react-dom';\nimport { styled } from 'styled-components';",
  ]);
  edit(faq, ['<PageIntro title={title}', '<PageIntro title={`${title} with ${version}`}']);
  await expect(title).toHaveText(/^Repaired with \d+\.\d+\.\d+$/);
  expect(await wasReloaded()).toBe(false);

  const working = readFileSync(join(copy, faq), 'utf8');
  edit(faq, [
    '  return (\n    <Page width="reading">',
    '  if (title) throw new Error(lead);\n  return (\n    <Page width="reading">',
  ]);
  const thrown = page.locator('#ve-render-error');
  await expect(thrown).toContainText(/mfe-content\/src\/faq\/faq\.page\.tsx:\d+:\d+/);
  writeFileSync(join(copy, faq), working);
  await expect(title).toHaveText(/^Repaired with/);
  await expect(thrown).toHaveCount(0);
  expect(await wasReloaded()).toBe(false);

  edit('shell/src/frame/messages.en-gb.ts', ["blog: 'Blog'", "blog: 'Journal'"]);
  await expect(page.getByRole('link', { name: 'Journal' }).first()).toBeVisible();
  await expect(title).toHaveText(/^Repaired/);

  edit('bff/src/health/health.controller.ts', [
    "return { status: 'ok' }",
    "return { status: 'ok', saved: true } as never",
  ]);
  const health = () =>
    fetch(`${site}/healthz`).then(
      (answer) => answer.json(),
      () => null,
    );
  await expect.poll(health, { timeout: 60_000 }).toMatchObject({ saved: true });
});
