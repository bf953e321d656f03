import { expect, test } from '@jest/globals';
import { releaseFailureOfErrorReport } from './release-failure.ts';

const remote = 'mfe-report@9c1e4b';
const report = (error_message: string, additional_data: { remote?: string; errorName?: string } = {}) => ({
  error_message,
  error_stack: null,
  additional_data,
});

test.each([
  [report('x is undefined', { remote, errorName: 'TypeError' }), 'error'],
  [report('mfe-report@9c1e4b is slow', { remote, errorName: 'RemoteError' }), 'failed-load'],
  [report('Loading chunk 55 failed.', { remote, errorName: 'ChunkLoadError' }), 'failed-load'],
  [report('Script did not load: /remotes/mfe-report/9c1e4b/55.0a.js', { errorName: 'Error' }), 'failed-load'],
])('%j counts as a failure of a release', (of, kind) => {
  expect(releaseFailureOfErrorReport(of)).toEqual({ name: 'mfe-report', version: '9c1e4b', kind });
});

test('a report without a release is not a failure of one', () => {
  expect(releaseFailureOfErrorReport(report('x is undefined'))).toBeNull();
});
