import { BaseResolver, createConfig, lintFromString } from '@redocly/openapi-core';
import { AudienceProbeModule } from '../testing/audience-probes.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/* Checks the OpenAPI document, with a route for every audience, against every rule of the linter. */

const mimeTypes = [
  'application/json',
  'application/problem+json',
  'text/event-stream',
  'text/calendar',
  'text/html',
  'application/pdf',
  'application/octet-stream',
  'image/*',
];

/** Rules that are not followed, each with the reason. */
const notFollowed = {
  'info-license': 'nobody is given a licence: the API is for the pages of this site',
  'operation-description': 'a summary says it all unless there is more to say',
  'no-http-verbs-in-paths': 'it finds “put” in /api/disputes',
  'path-segment-plural': 'the specification names paths: /api/contact, /api/session',
  'required-string-property-missing-min-length': 'texts of a record are as their sources say them, empty ones too',
  'scalar-property-missing-example': 'the schemas are those of the code, which hold no words; readers see their forms',
};

/** Refuses to load anything outside the document. */
class NoResolver extends BaseResolver {
  override loadExternalRef(address: string): never {
    throw new Error(`The document refers to ${address}`);
  }
}

let app: TestApp;
let source: string;
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_ORIGIN: 'https://site.test' }, undefined, { more: [AudienceProbeModule] });
  source = await (await fetch(`${app.url}/api/docs/openapi.json`)).text();
});
afterAll(() => app.close());

const findingsIn = async (text: string, off: string[]): Promise<string[]> => {
  const rules = {
    'response-mime-type': { severity: 'error', allowedValues: mimeTypes },
    'request-mime-type': { severity: 'error', allowedValues: ['application/json', 'application/x-tar'] },
    ...Object.fromEntries(off.map((rule) => [rule, 'off'])),
  } as const;
  const config = await createConfig({ extends: ['all'], rules });
  const problems = await lintFromString({
    source: text,
    absoluteRef: 'openapi.json',
    config,
    externalRefResolver: new NoResolver(),
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
};

it('passes the linter', async () => {
  expect(await findingsIn(source, Object.keys(notFollowed))).toEqual([]);
});

it('breaks the excepted rules only where necessary', async () => {
  const rules = new Set((await findingsIn(source, [])).map((finding) => finding.split(' ')[0]));
  expect([...rules].toSorted()).toEqual(Object.keys(notFollowed).toSorted());
});

it.each([
  ['a failure without a problem document', 'application/problem+json', 'text/plain', 'response-mime-type'],
  ['a local server URL', '"https://site.test"', '"https://localhost/"', 'no-server-example.com'],
  ['an unused security scheme', '"security":[{"session":[]}]', '"security":[]', 'no-unused-components'],
  ['a tag without a description', '"name":"Session","description"', '"name":"Session","x-words"', 'tag-description'],
  ['a dangling reference', '#/components/schemas/Problem', '#/components/schemas/None', 'no-unresolved-refs'],
])('would fail the linter with %s', async (_, text, instead, rule) => {
  expect(source).toContain(text);
  const findings = await findingsIn(source.replaceAll(text, instead), Object.keys(notFollowed));
  expect(findings.map((finding) => finding.split(' ')[0])).toContain(rule);
});
