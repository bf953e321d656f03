import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import { randomUUID } from 'node:crypto';
import { ReceivedByteCounter, type EndlessBodyResponse, sendEndlessBody } from '../testing/endless-body.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** At most this many bytes, headers included, are read of a request before its sender is known. */
const maxReadBytes = 262_144;
const types = {
  json: 'application/json',
  text: 'text/plain',
  multipart: 'multipart/form-data; boundary=x',
  urlencoded: 'application/x-www-form-urlencoded',
  tar: 'application/x-tar',
  bytes: 'application/octet-stream',
  none: null,
} as const;
const declaredSizes = [64 * 1_048_576, null];
const reading = new Set(['GET', 'HEAD']);
const maxConcurrent = 128;

let app: TestApp;
let counted: ReceivedByteCounter;
beforeAll(async () => {
  app = await startTestApp();
  counted = new ReceivedByteCounter();
});
afterAll(async () => {
  counted.close();
  await app.close();
});

interface Attempt {
  name: string;
  run: () => Promise<EndlessBodyResponse>;
}

const pathOf = (url: string): string => url.replace(/:[A-Za-z]+/g, () => randomUUID()).replace('*', 'x');

/** Calls of a route with bodies of these types, with and without a length, as our own pages send them. */
const attemptsAt = (
  { method, url }: { method: string; url: string },
  medias: readonly (keyof typeof types)[],
): Attempt[] =>
  medias.flatMap((media) =>
    declaredSizes.map((declared) => {
      const type = types[media];
      const headers = {
        ...{ 'sec-fetch-site': 'same-origin', ...firstPartyHeaders },
        ...(type === null ? {} : { 'content-type': type }),
      };
      return {
        name: `${method} ${url}, ${media}, ${declared === null ? 'in chunks' : 'with its length'}`,
        run: () => sendEndlessBody(app.url, { method, path: pathOf(url), headers, declared }, counted),
      };
    }),
  );

/** Runs the attempts, some concurrently, and describes those with an unexpected response. */
async function failuresOf(all: readonly Attempt[]): Promise<string[]> {
  const failures: string[] = [];
  const waiting = [...all];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { status, read } = await next.run();
      if (!(status >= 200 && status < 500)) failures.push(`${next.name}: answered ${String(status)}`);
      if (read > maxReadBytes) failures.push(`${next.name}: ${String(read)} bytes read`);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return failures;
}

it('no route reads more than 256 KB of a body before its sender is known, in any type and framing', async () => {
  const routes = app.routePatterns;
  expect(routes.length).toBeGreaterThan(150);
  for (const url of ['/api/releases/:name/versions', '/api/webhooks/stripe', '/remotes/*', '/healthz']) {
    expect(routes.map((each) => each.url)).toContain(url);
  }
  const attempts = routes.flatMap((route) =>
    // No parser reads the body of a GET or HEAD, regardless of its type.
    attemptsAt(route, reading.has(route.method) ? ['json', 'none'] : (Object.keys(types) as (keyof typeof types)[])),
  );
  expect(await failuresOf(attempts)).toEqual([]);
}, 600_000);
