import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
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
