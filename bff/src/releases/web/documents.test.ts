import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { join } from 'node:path';
import { startTestApp } from '../../testing/test-app.ts';
import { noPreviewPage } from '../previews/preview-guard.ts';
import { serviceUnavailablePage } from './web.controller.ts';

/* Pages without a remote. e2e/specs/crawl.spec.ts checks the pages of the whole product against the same rules. */
const validator = new HtmlValidate(new FileSystemConfigLoader());

const errorsOf = async (html: string): Promise<string[]> => {
  const { results } = await validator.validateString(html, join(import.meta.dirname, 'page.html'));
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
};

it('the rules are loaded, and reject invalid HTML', async () => {
  expect(await errorsOf('<!doctype html><p>')).not.toEqual([]);
});

it('the page for an unavailable service is valid HTML', async () => {
  expect(await errorsOf(serviceUnavailablePage)).toEqual([]);
});

it('the page where there is no preview is valid HTML', async () => {
  expect(await errorsOf(noPreviewPage)).toEqual([]);
});

it('the page of the API’s documentation is valid HTML', async () => {
  const app = await startTestApp();
  const answer = await fetch(`${app.url}/api/docs`);
  expect(answer.status).toBe(200);
  expect(await errorsOf(await answer.text())).toEqual([]);
  await app.close();
});
