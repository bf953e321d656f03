import { failureOf } from './exchange.ts';
import { parseRetryAfter } from './retry-after.ts';
import { createTokenBucket } from './token-bucket.ts';

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

  test('needs the answer’s own date for a date, and for nothing else', () => {
    expect(parseRetryAfter('Sat, 21 Nov 2026 01:00:05 GMT', undefined)).toBeNull();
    expect(parseRetryAfter('2', undefined)).toBe(2_000);
  });
});

describe('token bucket', () => {
  test('gives the burst at once, then a turn each refill, in order', () => {
    const bucket = createTokenBucket(15, 10, () => 0);
    const waits = Array.from({ length: 13 }, () => bucket.take(10_000));
    expect(waits.slice(0, 10)).toEqual(Array(10).fill({ granted: true, waitMs: 0 }));
    expect(waits.slice(10)).toEqual([67, 134, 200].map((waitMs) => ({ granted: true, waitMs })));
  });

  test('never gives out more than the rate and the burst over any time', () => {
    let now = 0;
    const bucket = createTokenBucket(15, 10, () => now);
    const turns: number[] = [];
    for (; now < 5_000; now += 7) {
      const turn = bucket.take(100);
      if (turn.granted) turns.push(now + turn.waitMs);
    }
    for (const [index, at] of turns.entries()) {
      const withinASecond = turns.slice(index).filter((other) => other < at + 1_000).length;
      expect(withinASecond).toBeLessThanOrEqual(25);
    }
    expect(turns.length).toBeGreaterThan(70);
  });

  test('a turn that would come too late is not taken from the others', () => {
    const bucket = createTokenBucket(1, 1, () => 0);
    bucket.take(0);
    expect(bucket.take(500)).toEqual({ granted: false, retryAfterMs: 1_000 });
    expect(bucket.take(1_000)).toEqual({ granted: true, waitMs: 1_000 });
  });

  test('a pause holds everybody until it is over', () => {
    let now = 0;
    const bucket = createTokenBucket(10, 10, () => now);
    bucket.pause(3_000);
    bucket.pause(1_000);
    expect(bucket.take(2_000)).toEqual({ granted: false, retryAfterMs: 3_000 });
    now = 3_000;
    expect(bucket.take(0)).toEqual({ granted: true, waitMs: 0 });
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
  expect(failureOf(Object.assign(new Error('x'), { code }))).toBe(failure);
});
