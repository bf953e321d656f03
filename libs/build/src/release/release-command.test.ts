import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReleaseCommand, UsageError, readReleaseTarget } from './release-command.ts';

const folder = mkdtempSync(join(tmpdir(), 've-target-'));
const tokenFile = join(folder, 'release-tokens.json');
writeFileSync(tokenFile, '{ "mfe-tiny": "local" }');
const here = { url: 'http://localhost:3000', tokenFile };
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const plain = { name: 'mfe-tiny', action: 'publish', share: 100, why: null, root: null, force: false, stable: false };

test.each([
  [['mfe-tiny'], {}],
  [['mfe-tiny', '--canary', '10', '--why', ' a try '], { action: 'canary', share: 10, why: 'a try' }],
  [['--promote', 'mfe-tiny', '--force'], { action: 'promote', force: true }],
  [['mfe-tiny', '--rollback'], { action: 'rollback' }],
  [['mfe-tiny', '--rollback', '--stable'], { action: 'rollback', stable: true }],
  [['mfe-tiny', '--list'], { action: 'list' }],
  [['mfe-tiny', '--preview', 'pr-12'], { action: 'preview', preview: { name: 'pr-12', days: 7, comment: null } }],
  [
    ['mfe-tiny', '--preview', 'pr-12', '--days', '30', '--comment', 'c.md'],
    { action: 'preview', preview: { name: 'pr-12', days: 30, comment: 'c.md' } },
  ],
  [
    ['mfe-tiny', '--end-preview', 'pr-12'],
    { action: 'end-preview', preview: { name: 'pr-12', days: 7, comment: null } },
  ],
])('parses %j', (args, more) => {
  expect(parseReleaseCommand(args, {})).toEqual({ ...plain, ...more });
});

test.each([
  [[], {}, 'npm run release <remote|shell>'],
  [['mfe-tiny', 'mfe-other'], {}, 'npm run release <remote|shell>'],
  [['mfe-tiny', '--promote', '--rollback'], {}, '--promote and --rollback exclude each other'],
  [['mfe-tiny', '--preview', 'pr-1', '--promote'], {}, '--promote and --preview exclude each other'],
  [['mfe-tiny', '--preview', 'PR-1'], {}, 'lower-case letters'],
  [['mfe-tiny', '--preview', 'xn--pr'], {}, 'lower-case letters'],
  [['mfe-tiny', '--preview', 'pr-1', '--days', '31'], {}, '1 to 30'],
  [['mfe-tiny', '--preview', 'pr-1', '--days', '0.5'], {}, '1 to 30'],
  [['mfe-tiny', '--stable'], {}, '--stable goes with --promote or --rollback'],
  [['mfe-tiny', '--canary', '0.5'], {}, 'a whole number from 1 to 100'],
  [['mfe-tiny', '--canary', '101'], {}, 'a whole number from 1 to 100'],
  [['mfe-tiny', '--canary'], {}, '--canary'],
  [['mfe-tiny', '--cannary', '10'], {}, '--cannary'],
  [['mfe-tiny', '--why', 'w'.repeat(501)], {}, '500 characters'],
  [['mfe-tiny', '10'], { npm_config_canary: 'true' }, 'npm kept --canary to itself: put -- before'],
])('rejects %j (%j) and prints the usage', (args, environment, message) => {
  const read = () => parseReleaseCommand(args, environment);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});

test.each([
  [{}, { url: 'http://localhost:3000', token: 'local' }],
  [
    { RELEASE_URL: '', RELEASE_TOKEN: '' },
    { url: 'http://localhost:3000', token: 'local' },
  ],
  [{ RELEASE_URL: 'http://127.0.0.1:4000/' }, { url: 'http://127.0.0.1:4000', token: 'local' }],
  [
    { RELEASE_URL: 'http://[::1]:4000', RELEASE_TOKEN: 'given' },
    { url: 'http://[::1]:4000', token: 'given' },
  ],
  [
    { RELEASE_URL: 'https://site.example/any', RELEASE_TOKEN: 'given' },
    { url: 'https://site.example', token: 'given' },
  ],
])('releases with %j to %j', (environment, target) => {
  expect(readReleaseTarget('mfe-tiny', environment, here)).toEqual(target);
});

test.each([
  [{ RELEASE_URL: 'https://site.example' }, 'There is no RELEASE_TOKEN'],
  [{ RELEASE_URL: 'http://site.example', RELEASE_TOKEN: 'secret' }, 'must be https'],
  ...['127.0.0.1.site.example', 'localhost.site.example', 'localhost@site.example', '0.0.0.0', '[::]', '10.0.0.1'].map(
    (host): [Record<string, string>, string] => [
      { RELEASE_URL: `http://${host}:4000`, RELEASE_TOKEN: 'secret' },
      'must be https',
    ],
  ),
  [{ RELEASE_TOKEN: 'secret' }, 'RELEASE_TOKEN is there without RELEASE_URL'],
  [{ RELEASE_URL: '', RELEASE_TOKEN: 'secret' }, 'RELEASE_TOKEN is there without RELEASE_URL'],
  [{ RELEASE_URL: 'site.example', RELEASE_TOKEN: 'secret' }, 'RELEASE_URL must be'],
  [{ RELEASE_URL: 'ftp://site.example', RELEASE_TOKEN: 'secret' }, 'RELEASE_URL must be'],
  [{ RELEASE_URL: 'https://site.example', RELEASE_TOKEN: 'sec\nret' }, 'characters that no token has'],
])('rejects %j, without the token in its message', (environment, message) => {
  const read = () => readReleaseTarget('mfe-tiny', environment, here);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
  expect(read).not.toThrow('secret');
});

test('a token of this machine is valid for one name only', () => {
  expect(() => readReleaseTarget('mfe-other', {}, here)).toThrow('npm run release-token -- mfe-other');
});

test('releases to the local site at any port unless another is given, and to none by default', () => {
  const site = { url: 'http://localhost:3001', tokenFile };
  expect(readReleaseTarget('mfe-tiny', {}, site)).toEqual({ url: site.url, token: 'local' });
  const elsewhere = { RELEASE_URL: 'http://localhost:4000' };
  expect(readReleaseTarget('mfe-tiny', elsewhere, site).url).toBe(elsewhere.RELEASE_URL);
  const read = () => readReleaseTarget('mfe-tiny', { RELEASE_URL: '' }, { url: null, tokenFile });
  expect(read).toThrow(UsageError);
  expect(read).toThrow('No site runs here');
});
