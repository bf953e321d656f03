import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type } from '../support/terminal.ts';
import { expect, test } from '../support/test.ts';

/* Every remote runs without the shell too, from its sources: `npm run standalone -w @ve/mfe-report`. */

const root = resolve(import.meta.dirname, '../..');
const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'));

/** A page of each that calls the API, and what it shows then; of others, the first that is said to be there. */
const shown: Readonly<Record<string, { path: string; words: RegExp }>> = {
  'mfe-account': { path: '/cancellation', words: /Cancel Subscription/ },
  'mfe-admin': { path: '/admin/signin', words: /Staff sign-in/ },
  'mfe-content': { path: '/faq', words: /Frequently asked questions/ },
  'mfe-report': { path: '/report?reg=AB12CDE', words: /Taxed/ },
  'mfe-search': { path: '/signup?reg=AB12CDE', words: /Is this your vehicle/ },
};

for (const [index, name] of remotes.entries()) {
  test(`${name} runs alone`, async ({ page, baseURL }) => {
    const port = String(4301 + index);
    const line = `npm run standalone -w @ve/${name} -- --port ${port} --api ${baseURL ?? ''}`;
    const server = type(line, root, process.env);
    try {
      const [, first = ''] = await server.waitForOutput(/alone, with the API of .*\n {2}(\S+)/);
      const { path, words } = shown[name] ?? { path: new URL(first).pathname, words: /./ };
      await page.goto(new URL(path, first).href);
      await expect(page.getByText(words).first()).toBeVisible();
    } finally {
      await server.interrupt();
    }
  });
}
