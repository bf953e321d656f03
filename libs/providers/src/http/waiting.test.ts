import { httpFailureKindOf } from './http-exchange.ts';
import { parseRetryAfter } from './retry-after.ts';

describe('Retry-After', () => {
  const answeredAt = 'Sat, 21 Nov 2026 01:00:00 GMT';
  test.each([
    ['2', 2_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 01:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 00:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['soon GMT', null],
    ['', null],
    [undefined, null],
  ])('%p is %p ms', (header, ms) => {
    expect(parseRetryAfter(header, answeredAt)).toBe(ms);
  });

  test('needs the response’s Date header only for a date', () => {
    expect(parseRetryAfter('Sat, 21 Nov 2026 01:00:05 GMT', undefined)).toBeNull();
    expect(parseRetryAfter('2', undefined)).toBe(2_000);
  });
});

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'unreadable'],
  ['UND_ERR_HEADERS_OVERFLOW', 'unreadable'],
  ['HPE_INVALID_CONSTANT', 'unreadable'],
  ['UND_ERR_SOCKET', 'connection'],
  ['ECONNREFUSED', 'connection'],
  ['ENOTFOUND', 'connection'],
])('%s is a %s failure', (code, failure) => {
  expect(httpFailureKindOf(Object.assign(new Error('x'), { code }))).toBe(failure);
});
