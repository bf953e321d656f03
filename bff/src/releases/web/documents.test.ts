import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { join } from 'node:path';
import { startTestApp } from '../../testing/test-app.ts';
import { serviceUnavailablePage } from './unavailable-page.ts';

/* The pages of the whole product are held to the same rules by e2e/specs/crawl.spec.ts. */
const validator = new HtmlValidate(new FileSystemConfigLoader());

const faultsOf = async (html: string): Promise<string[]> => {
  const { results } = await validator.validateString(html, join(import.meta.dirname, 'page.html'));
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
};

it('the rules are found, and refuse what is wrong', async () => {
  expect(await faultsOf('<!doctype html><p>')).not.toEqual([]);
});

it('the page for a service that is not available is valid HTML', async () => {
  expect(await faultsOf(serviceUnavailablePage)).toEqual([]);
});

it('the page of the API’s documentation is valid HTML', async () => {
  const app = await startTestApp();
  const answer = await fetch(`${app.url}/api/docs`);
  expect(answer.status).toBe(200);
  expect(await faultsOf(await answer.text())).toEqual([]);
  await app.close();
});
