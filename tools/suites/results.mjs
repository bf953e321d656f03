import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 24;

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Array<{ title: string, message: string }>} failures
 */

/** @param {string} text @returns {string} the relevant part of a failure's message */
function shorten(text) {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  const shown = lines.filter((line) => !/^\s+at .*node_modules/.test(line)).slice(0, MESSAGE_LINES);
  return shown.join('\n');
}

/** The result of a single check. @param {string} title @param {boolean} ok @param {string} message @returns {Result} */
export function singleCheckResult(title, ok, message) {
  return {
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    skipped: 0,
    failures: ok ? [] : [{ title, message: shorten(message) }],
  };
}

/** @param {string} file @returns {any} the parsed report, or null where the runner wrote none */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Counts a run as failed when its process failed without a failing test, or when it had no tests.
 * @param {Result} result
 * @param {string} name
 * @param {{ code: number, tail: string, timedOut?: boolean }} ended
 * @returns {Result}
 */
function withRunner(result, name, { code, tail, timedOut }) {
  const add = (/** @type {string} */ message) => {
    result.failed += 1;
    result.failures.push({ title: name, message });
  };
  if (timedOut) add('did not end within its time limit');
  else if (code !== 0 && result.failed === 0) add(`ended with code ${code}\n${shorten(tail)}`);
  else if (result.passed + result.failed === 0) add('ran no test');
  return result;
}

/**
 * The result of a jest run. A file that could not run counts as one failure.
 * @param {string} file its JSON report
 * @param {{ code: number, tail: string, timedOut?: boolean }} ended
 * @returns {Result}
 */
export function jestResult(file, ended) {
  const report = readReport(file);
  /** @type {Result} */
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const suite of report?.testResults ?? []) {
    const failed = suite.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    for (const test of failed) {
      result.failures.push({
        title: `${suite.name} › ${test.fullName}`,
        message: shorten(test.failureMessages.join('\n')),
      });
    }
    if (suite.status === 'failed' && failed.length === 0) {
      result.failures.push({ title: suite.name, message: shorten(suite.message) });
    }
  }
  result.passed = report?.numPassedTests ?? 0;
  result.skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  result.failed = Math.max(
    result.failures.length,
    (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0),
  );
  return withRunner(result, 'jest', ended);
}

/** @param {string} file a jest run's JSON report @returns {string[]} the files with a failure */
export function failedTestFiles(file) {
  const suites = readReport(file)?.testResults ?? [];
  return suites
    .filter((/** @type {any} */ { status }) => status === 'failed')
    .map((/** @type {any} */ { name }) => name);
}

/**
 * The result of a run whose failed files were run again. A test that failed only in the first run counts as passed.
 * @param {Result} first
 * @param {Result} again
 * @returns {Result}
 */
export function mergeRetryResult(first, again) {
  const passedOnRetry = Math.max(0, first.failed - again.failed);
  return { ...first, passed: first.passed + passedOnRetry, failed: again.failed, failures: again.failures };
}

/** @param {any} suite @param {string[]} path @param {(spec: any, path: string[]) => void} visit */
function eachSpec(suite, path, visit) {
  for (const spec of suite.specs ?? []) visit(spec, path);
  for (const inner of suite.suites ?? []) eachSpec(inner, [...path, inner.title], visit);
}

/**
 * The result of a Playwright run. A flaky test, which passed on a retry, counts as passed and is named.
 * @param {string} file its JSON report
 * @param {{ code: number, tail: string, timedOut?: boolean }} ended
 * @returns {Result}
 */
export function playwrightResult(file, ended) {
  const report = readReport(file);
  /** @type {Result} */
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const suite of report?.suites ?? []) {
    eachSpec(suite, [suite.title], (spec, path) => {
      for (const test of spec.tests) {
        if (test.status === 'skipped') result.skipped += 1;
        else if (test.status === 'unexpected') {
          const errors = test.results.flatMap((/** @type {any} */ run) => run.errors ?? []);
          const message = errors.map((/** @type {any} */ error) => error.message ?? '').join('\n');
          result.failed += 1;
          result.failures.push({
            title: [`[${test.projectName}]`, ...path, spec.title].join(' › '),
            message: shorten(message),
          });
        } else result.passed += 1;
      }
    });
  }
  for (const error of report?.errors ?? []) {
    result.failed += 1;
    result.failures.push({ title: 'Playwright', message: shorten(error.message ?? '') });
  }
  return withRunner(result, 'Playwright', ended);
}
