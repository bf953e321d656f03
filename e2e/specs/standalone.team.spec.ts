import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyRepository, terminalIn } from '../support/repository-copy.ts';
import { startTerminalCommand } from '../support/terminal.ts';
import { expect, test } from '../support/test.ts';

/* Every remote also runs without the shell, from its sources: `npm run standalone -w @ve/mfe-report`. */

const root = resolve(import.meta.dirname, '../..');
const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'));

/**
 * For each remote, a page that calls the API and the text that it shows. For any other remote, the first page
 * that the command prints.
 */
const expected: Readonly<Record<string, { path: string; text: RegExp }>> = {
  'mfe-account': { path: '/cancellation', text: /Cancel Subscription/ },
  'mfe-admin': { path: '/admin/signin', text: /Staff sign-in/ },
  'mfe-content': { path: '/faq', text: /Frequently asked questions/ },
  'mfe-report': { path: '/report?reg=AB12CDE', text: /Taxed/ },
  'mfe-search': { path: '/signup?reg=AB12CDE', text: /Is this your vehicle/ },
};

for (const [index, name] of remotes.entries()) {
  test(`${name} runs without the shell`, async ({ page, baseURL }) => {
    const port = String(4301 + index);
    const line = `npm run standalone -w @ve/${name} -- --port ${port} --api ${baseURL ?? ''}`;
    const server = startTerminalCommand(line, root, process.env);
    try {
      const [, first = ''] = await server.waitForOutput(/alone, with the API of .*\n {2}(\S+)/);
      const { path, text } = expected[name] ?? { path: new URL(first).pathname, text: /./ };
      await page.goto(new URL(path, first).href);
      await expect(page.getByText(text).first()).toBeVisible();
    } finally {
      await server.interrupt();
    }
  });
}

test('shows errors of the compiler and of the page, until they are repaired', async ({ page, baseURL }) => {
  test.info().annotations.push({ type: 'uncaught' });
  const copy = copyRepository();
  const line = `npm run standalone -w @ve/mfe-content -- --port 4320 --api ${baseURL ?? ''}`;
  const server = startTerminalCommand(line, copy, (await terminalIn(copy)).environment);
  try {
    const [, first = ''] = await server.waitForOutput(/alone, with the API of .*\n {2}(\S+)/);
    await page.goto(new URL('/faq', first).href);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/Frequently/);
    await page.evaluate(() => {
      document.body.dataset['opened'] = 'once';
    });
    const file = join(copy, 'mfe-content/src/faq/faq.page.tsx');
    const source = readFileSync(file, 'utf8');

    writeFileSync(file, `${source}const = 1;`);
    const overlay = page.locator('iframe').contentFrame();
    await expect(overlay.getByText(/faq\.page\.tsx/).first()).toBeVisible();
    await expect(overlay.getByText(/\[\d+:\d+\]/).first()).toBeVisible();
    writeFileSync(file, source.replace('title={title} lead', 'title={`${title} today`} lead'));
    await expect(title).toHaveText(/today$/);
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(page.locator('body')).toHaveAttribute('data-opened', 'once');

    writeFileSync(
      file,
      source.replace('  return (\n    <Page', '  if (title) throw new Error(lead);\n  return (\n    <Page'),
    );
    const thrown = page.locator('#ve-render-error');
    await expect(thrown).toContainText(/mfe-content\/src\/faq\/faq\.page\.tsx:\d+:\d+/);
    writeFileSync(file, source);
    await expect(title).toHaveText(/Frequently/);
    await expect(thrown).toHaveCount(0);
  } finally {
    await server.interrupt();
    rmSync(copy, { recursive: true, force: true });
  }
});
