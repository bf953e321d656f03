import { type ErrorLogEntry, errorLogSchema } from '@ve/contracts/http/jobs/error-logs';
import { publishTestCanary } from '@ve/app/testing/publish-release';
import { releaseFailureOfErrorReport } from '@ve/domain/jobs/error-log/release-failure';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { createReleaseChannelCookie } from '../../testing/create-channel-cookie.ts';
import { postFromOwnPage, shellReleaseFixture, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { startupMonitorScript, startupMonitorAttributes } from './startup-monitor.ts';

const origin = 'https://site.example';
const shell = { ...shellReleaseFixture, version: 's2' };

/** A stub of the browser's document, as far as the script uses it. */
function openDocument() {
  const page = new EventTarget();
  const reports: ErrorLogEntry[] = [];
  const timers = new Map<number, () => void>();
  const attributes = startupMonitorAttributes({ ...shell, entry: 'main.js' } as Parameters<
    typeof startupMonitorAttributes
  >[0]);
  const dataset = { shell: attributes['data-shell'], entry: attributes['data-entry'] };
  const browser = new EventTarget();
  runInNewContext(startupMonitorScript.text, {
    document: Object.assign(page, { currentScript: { dataset } }),
    location: { href: `${origin}/report?reg=AB12CDE`, pathname: '/report' },
    navigator: { userAgent: 'Mozilla/5.0' },
    URL,
    Date,
    addEventListener: browser.addEventListener.bind(browser),
    removeEventListener: browser.removeEventListener.bind(browser),
    setTimeout: (work: () => void) => timers.set(timers.size + 1, work).size,
    clearTimeout: (timer: number) => timers.delete(timer),
    fetch: (path: string, { method, headers, body }: RequestInit) => {
      expect([path, method, headers]).toEqual([
        '/api/error-logs',
        'POST',
        { 'content-type': 'application/json', 'x-requested-with': 'vehicle-enquiry' },
      ]);
      reports.push(errorLogSchema.parse(JSON.parse(String(body))));
      return Promise.reject(new Error('offline'));
    },
  });
  const dispatch = (on: EventTarget, type: string, fields: object): void => {
    const event = new Event(type);
    for (const [name, value] of Object.entries(fields)) Object.defineProperty(event, name, { value });
    on.dispatchEvent(event);
  };
  const script = (path: string) => ({ target: { src: `${origin}${path}` } });
  return {
    faults: () => reports.map((report) => [report.error_message, releaseFailureOfErrorReport(report)?.kind]),
    reports,
    unloaded: (path: string) => dispatch(browser, 'error', script(path)),
    loaded: (path: string) => dispatch(page, 'load', script(path)),
    thrown: (path: string, error: unknown, message = String(error)) =>
      dispatch(browser, 'error', { filename: `${origin}${path}`, message, error }),
    rejected: (reason: unknown) => dispatch(browser, 'unhandledrejection', { reason }),
    ready: () => page.dispatchEvent(new Event('ve-ready')),
    wait: () => {
      for (const work of timers.values()) work();
    },
  };
}

const main = '/remotes/shell/s2/main.js';
const failure = (stack: string, name = 'TypeError') => Object.assign(new Error('x is undefined'), { name, stack });

describe('the script that monitors the start of a shell', () => {
  it.each<[string, (page: ReturnType<typeof openDocument>) => void, string, string]>([
    ['a script that does not load', ({ unloaded }) => unloaded(main), `Script did not load: ${main}`, 'failed-load'],
    [
      'a script that cannot be parsed',
      ({ thrown }) => thrown(main, null, 'Uncaught SyntaxError'),
      'Uncaught SyntaxError',
      'error',
    ],
    ['a thrown error', ({ thrown }) => thrown(main, failure(`at ${main}:1:2`)), 'TypeError: x is undefined', 'error'],
    [
      'an unhandled rejection',
      ({ rejected }) => rejected(failure(`at ${origin}${main}:1:2`)),
      'x is undefined',
      'error',
    ],
    [
      'a chunk that does not load',
      ({ rejected }) => rejected(failure(`at ${origin}${main}:1:2`, 'ChunkLoadError')),
      'x is undefined',
      'failed-load',
    ],
  ])('reports %s, with its release, once', (_what, happen, message, kind) => {
    const page = openDocument();
    happen(page);
    happen(page);
    expect(page.faults()).toEqual([[message, kind]]);
    expect(page.reports[0]).toMatchObject({ url: '/report', additional_data: { remote: 'shell@s2' } });
  });

  it('reports a shell that has run but does not report its start for long', () => {
    const page = openDocument();
    page.loaded('/remotes/shell/s2/starter.js');
    page.wait();
    expect(page.faults()).toEqual([]);
    page.loaded(main);
    page.wait();
    expect(page.faults()).toEqual([['The shell did not start', 'error']]);
  });

  it('leaves everything to the shell once that has started', () => {
    const page = openDocument();
    page.loaded(main);
    page.ready();
    page.wait();
    page.unloaded(main);
    page.thrown(main, failure(''));
    page.rejected(failure(main));
    expect(page.faults()).toEqual([]);
  });

  it('reports nothing about remotes, other parties’ scripts and non-errors', () => {
    const page = openDocument();
    page.unloaded('/remotes/mfe-report/s2/main.js');
    page.unloaded('/remotes/shell/s1/main.js');
    page.thrown('/extension.js', failure('at /extension.js'));
    page.rejected(undefined);
    page.rejected({ message: 'no stack' });
    expect(page.faults()).toEqual([]);
  });

  it('reports at most three errors of a page', () => {
    const page = openDocument();
    for (let each = 0; each < 9; each += 1) page.thrown(main, null, `Error ${String(each)}`);
    expect(page.reports).toHaveLength(3);
  });
});

describe('a document', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await mkdir(join(app.storeDir, 'shell/s2'), { recursive: true });
    await writeFile(
      join(app.storeDir, 'shell/s2/index.html'),
      '<head><!--ve-head--><!--ve-assets--></head><div id="root"><!--ve-root--></div><!--ve-body-->',
    );
  });
  afterAll(() => app.close());
  const open = async (cookie: string, path = '/signup') => {
    const answer = await fetch(app.url + path, {
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0', cookie },
    });
    const html = await answer.text();
    return { html, policy: answer.headers.get('content-security-policy') ?? '' };
  };
  const inline = /<script data-shell="([^"]*)" data-entry="([^"]*)">(.*?)<\/script>/s;

  it('has the script in both channels while a canary of the shell runs, allowed by its hash, and otherwise not', async () => {
    const before = await open('');
    expect(before.html).not.toMatch(inline);
    expect(before.policy).toContain("script-src 'self';");

    await publishTestCanary(app.em(), shell, 50, new Date());
    for (const [isIn, version] of [
      [true, 's2'],
      [false, 's1'],
    ] as const) {
      const { html, policy } = await open(await createReleaseChannelCookie(app, { name: 'shell', share: 50, isIn }));
      const [, of, entry, text = ''] = inline.exec(html) ?? [];
      expect([of, entry]).toEqual([`shell@${version}`, `/remotes/shell/${version}/main.0a1b2c.js`]);
      expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(text).digest('base64')}';`);
      expect(html.search(inline)).toBeLessThan(html.search(/<script[^>]* defer/));
    }
    const optedOut = await open('ve-channel=stable');
    expect(optedOut.html).not.toMatch(inline);
    expect(optedOut.policy).toContain("script-src 'self';");
  });

  it('has its reports counted as failures of the canary', async () => {
    await publishTestCanary(app.em(), shell, 50, new Date());
    const page = openDocument();
    page.unloaded(main);
    const cookie = await createReleaseChannelCookie(app, { name: 'shell', share: 50, isIn: true });
    expect((await postFromOwnPage(`${app.url}/api/error-logs`, page.reports[0], { cookie })).status).toBe(204);
    expect(await app.data.all('release_failures')).toMatchObject([
      { name: 'shell', version: 's2', kind: 'failed-load' },
    ]);
  });
});
