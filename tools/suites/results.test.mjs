import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedTestFiles, jestResult, playwrightResult, mergeRetryResult } from './results.mjs';

let folder;
let file;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 've-results-'));
  file = join(folder, 'report.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const report = (content) => writeFileSync(file, JSON.stringify(content));
const good = { code: 0, tail: '' };
const bad = { code: 1, tail: 'the last line' };

const jestReport = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 1,
  testResults: [
    {
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'subtracts',
          failureMessages: ['\u001b[31mExpected 1\u001b[39m\n  at node_modules/expect/x.js'],
        },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ],
};

test('jest: failed tests and files that could not run are failures with their messages', () => {
  report(jestReport);
  expect(jestResult(file, bad)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    failures: [
      { title: 'a.test.ts › subtracts', message: 'Expected 1' },
      { title: 'b.test.ts', message: 'Cannot find module' },
    ],
  });
});

test('jest: files with a failure are known, to be retried', () => {
  report({ testResults: [...jestReport.testResults, { name: 'c.test.ts', status: 'passed' }] });
  expect(failedTestFiles(file)).toEqual(['a.test.ts', 'b.test.ts']);
});

test('jest: a test that passes when retried counts as passed, one that fails again as failed', () => {
  const first = { passed: 10, failed: 2, skipped: 1, failures: [] };
  const lasting = { title: 'a', message: 'still wrong' };
  expect(mergeRetryResult(first, { passed: 7, failed: 0, skipped: 0, failures: [] })).toEqual({
    passed: 12,
    failed: 0,
    skipped: 1,
    failures: [],
  });
  expect(mergeRetryResult(first, { passed: 6, failed: 1, skipped: 0, failures: [lasting] })).toMatchObject({
    passed: 11,
    failed: 1,
    failures: [lasting],
  });
  expect(mergeRetryResult(first, { passed: 0, failed: 1, skipped: 0, failures: [lasting] }).failed).toBe(1);
});

test.each([
  ['no report', undefined, bad, /ended with code 1\nthe last line/],
  ['no test', { testResults: [] }, good, /ran no test/],
  ['only passes but a bad end', { numPassedTests: 1, testResults: [] }, bad, /ended with code 1/],
  ['a run that hung', { numPassedTests: 1, testResults: [] }, { ...bad, timedOut: true }, /time limit/],
])('jest: %s is a failure', (_what, content, ended, message) => {
  if (content) report(content);
  const result = jestResult(file, ended);
  expect(result.failed).toBe(1);
  expect(result.failures[0].message).toMatch(message);
});

const run = (status, errors = []) => ({ projectName: 'phone', status, results: [{ errors }] });

test('Playwright: counts each project, and names the failures', () => {
  report({
    errors: [],
    suites: [
      {
        title: 'landing.spec.ts',
        specs: [{ title: 'opens', tests: [run('expected'), run('flaky')] }],
        suites: [
          {
            title: 'search',
            specs: [
              { title: 'finds', tests: [run('unexpected', [{ message: 'element not found' }])] },
              { title: 'later', tests: [run('skipped')] },
            ],
          },
        ],
      },
    ],
  });
  expect(playwrightResult(file, bad)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: [{ title: '[phone] › landing.spec.ts › search › finds', message: 'element not found' }],
  });
});

test('Playwright: a spec that does not load is a failure', () => {
  report({ suites: [], errors: [{ message: 'SyntaxError' }] });
  expect(playwrightResult(file, bad)).toMatchObject({ passed: 0, failed: 1, failures: [{ message: 'SyntaxError' }] });
});
