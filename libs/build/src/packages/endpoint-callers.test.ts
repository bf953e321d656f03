import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot as root } from '../repository.ts';

/*
 * Every endpoint has a caller: the front end's half of the check whose other half is `bff/src/http/endpoints.test.ts`.
 * Lint restricts pages to `callApi` and `followTask`, so no page calls an endpoint that no call of these names.
 */

/** Endpoints that no page calls, with their callers. */
const calledByOthers: Readonly<Record<string, string>> = {
  endPreviewEndpoint: 'the release tool',
  findMissingReleaseFilesEndpoint: 'the release tool',
  listPreviewsEndpoint: 'the release tool',
  listReleaseFilesEndpoint: 'the release tool',
  listReleasesEndpoint: 'the release tool',
  moveReleaseEndpoint: 'the release tool',
  readNewsletterPreviewHtmlEndpoint: 'a link of the staff area that opens it',
  publishPrerenderedPagesEndpoint: 'the release tool',
  publishReleaseEndpoint: 'the release tool',
  readReleaseFileEndpoint: 'the release tool',
  readCalendarFeedEndpoint: 'calendar programs',
  setPreviewEndpoint: 'the release tool',
  receiveInboundTextEndpoint: 'Twilio',
  receiveMailBouncesAndComplaintsEndpoint: 'the mail relay',
  receiveStripeEventEndpoint: 'Stripe',
  receiveTextDeliveryReceiptEndpoint: 'Twilio',
  readVehiclePictureImageEndpoint: 'an image of the report',
  readReportPdfFileEndpoint: 'a link of the report that downloads it',
  readVehicleCalendarEndpoint: 'a link of the report that downloads it',
};

const read = (patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );

const endpoints = read(['libs/contracts/src/http/**/*.ts']).flatMap((code) =>
  [...code.matchAll(/^export const (\w+) = defineEndpoint\(/gm)].map(([, name = '']) => name),
);
const pages = read(['shell/src/**/*.{ts,tsx}', 'mfe-*/src/**/*.{ts,tsx}', 'libs/mfe-kit/src/**/*.{ts,tsx}']);

const calls = (code: string, name: string): boolean =>
  new RegExp(
    String.raw`\bcallApi\(\s*${name}\b|\b(state|events): ${name},|\b(EndpointWithResponseGuards|EndpointMethodAndPath)<typeof ${name}>`,
  ).test(code);

test('every endpoint value has a caller in the front end, or names its other caller', () => {
  expect(endpoints.length).toBeGreaterThan(8);
  const uncalled = endpoints.filter((name) => !pages.some((code) => calls(code, name)));
  expect(uncalled.toSorted()).toEqual(Object.keys(calledByOthers).toSorted());
});

test.each([
  [`import { readOrder } from '@ve/contracts/http/orders';`, false],
  [`type Order = AnswerOf<typeof readOrder>;`, false],
  [`callApi(readOrders, { signal });`, false],
  [`callApi(readOrder, { signal });`, true],
  [`followTask({ state: readOrder, events: followOrder, params });`, true],
  [`const guarded: EndpointWithResponseGuards<typeof readOrder> = { method, path };`, true],
])('%s calls readOrder: %s', (code, called) => {
  expect(calls(code, 'readOrder')).toBe(called);
});
