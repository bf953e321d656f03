import { expect, test } from '@jest/globals';
import { releaseOfErrorReport } from './release-of-error-report.ts';

const stack = `TypeError: x
    at t (https://a.example/assets/vendor.js:1:2)
    at draw (https://a.example/remotes/mfe-report/9c1e4b/55.0a1b2c.js:1:2000)
    at App (https://a.example/remotes/shell/77aa10/main.0a1b2c.js:1:9)`;
const of = (remote?: string, error_stack: string | null = null) =>
  releaseOfErrorReport({ error_stack, additional_data: remote === undefined ? {} : { remote } });

test('prefers what the page reports', () => {
  expect(of('mfe-search@3f2a', stack)).toBe('mfe-search@3f2a');
  expect(of('shell@1.2.0-rc_1')).toBe('shell@1.2.0-rc_1');
});

test('is otherwise taken from the first remote in the stack, even below scripts of the shell', () => {
  const inReact = `TypeError: x
    at render (https://a.example/remotes/shell/77aa10/react.0a1b2c.js:1:2)
    at draw (https://a.example/remotes/mfe-report/9c1e4b/55.0a1b2c.js:1:2000)`;
  expect(of(undefined, inReact)).toBe('mfe-report@9c1e4b');
  expect(of(undefined, inReact.slice(0, inReact.lastIndexOf('\n')))).toBe('shell@77aa10');
});

test('is taken from a script that did not load', () => {
  const error_message = 'Script did not load: /remotes/mfe-search/5b/remoteEntry.0a.js';
  const ofShell = 'onError@https://a.example/remotes/shell/77aa10/main.0a1b2c.js:1:9';
  expect(releaseOfErrorReport({ error_message, error_stack: ofShell, additional_data: {} })).toBe('mfe-search@5b');
});

test('is otherwise taken from the first stack line that names one', () => {
  expect(of(undefined, stack)).toBe('mfe-report@9c1e4b');
  expect(of('mfe-report', stack)).toBe('mfe-report@9c1e4b');
});

test.each([
  ['nothing', undefined, null],
  ['a name without release', 'mfe-report', null],
  ['another script', undefined, 'Error: x\n at f (https://a.example/remotes/evil/1/x.js:1:1)'],
  ['markup', '<img src=x>@1', null],
  ['a path', 'mfe-report@../../etc', null],
  ['a line break', 'mfe-report@1\n2', null],
  ['more than a release has', `mfe-report@${'1'.repeat(65)}`, `/remotes/mfe-report/${'1'.repeat(65)}/x.js`],
])('%s gives none', (_what, remote, error_stack) => {
  expect(of(remote, error_stack)).toBeNull();
});
