import { createLogger, hashNetworkAddress } from './logger.ts';
import { redactText } from '@ve/domain/kernel/text/redact-text';

const lineOf = (fields: object): Record<string, unknown> => {
  const lines: string[] = [];
  createLogger({
    name: 'test',
    level: 'info',
    format: 'json',
    destination: { write: (line) => lines.push(line) },
  }).info(fields, 'said');
  return JSON.parse(lines.join('')) as Record<string, unknown>;
};

describe('createLogger', () => {
  it('redacts known keys at any printed depth, in any case', () => {
    const line = lineOf({
      registration: 'AB12CDE',
      Email: 'a@example.com',
      request: { headers: { cookie: 'x' }, deep: { token: 't', list: [{ password: 'p', kept: 1 }] } },
      status: 200,
    });
    expect(line).toMatchObject({
      registration: '[redacted]',
      Email: '[redacted]',
      request: { headers: '[redacted]', deep: { token: '[redacted]', list: [{ password: '[redacted]', kept: 1 }] } },
      status: 200,
    });
  });

  it('keeps the type, code and scrubbed message of an error and its causes', () => {
    const cause = Object.assign(new Error('Key (registration)=(AB12CDE) exists'), { code: '23505' });
    const line = lineOf({ err: new Error('saving for driver@example.com failed', { cause }) });
    expect(line.err).toMatchObject({
      type: 'Error',
      message: 'saving for [e-mail] failed',
      cause: { code: '23505', message: 'Key (registration)=([registration]) exists' },
    });
    expect(JSON.stringify(line)).not.toMatch(/AB12CDE|example\.com/);
  });

  it('survives a circular value', () => {
    const loop: Record<string, unknown> = { status: 1 };
    loop.self = loop;
    expect(lineOf(loop)).toMatchObject({ status: 1 });
  });
});

describe('hashAddress', () => {
  it('is equal for equal addresses and reveals nothing about them', () => {
    expect(hashNetworkAddress('203.0.113.9')).toBe(hashNetworkAddress('203.0.113.9'));
    expect(hashNetworkAddress('203.0.113.9')).not.toBe(hashNetworkAddress('203.0.113.10'));
    expect(hashNetworkAddress('203.0.113.9')).not.toContain('203');
  });
});

describe('scrubText', () => {
  it.each([
    ['mail driver.one+x@mail.example.co.uk now', 'mail [e-mail] now'],
    ['call 07700 900123 or +44 20 7946 0958', 'call [phone] or [phone]'],
    ['plate AB12CDE, ab12cde, AB12 CDE, A123 BCD, ABC 123D, BIG 1234', /^plate (\[registration\](, )?){6}$/],
    ['reg=x1 and "registration": "DN02 DWN"', /^reg=\[registration\].*"registration": "\[registration\]"$/],
    ['at https://x.test/report?reg=AB12CDE#top', 'at https://x.test/report'],
    ['Authorization: Bearer abc.def-ghi', 'Authorization: [token]'],
    ['secret sk_test_1234567890 pi_3abcdefgh_secret_x', 'secret [token] [token]'],
    ['password=hunter2&x', 'password=[token]&x'],
    ['from 203.0.113.9', 'from [address]'],
    ['http://203.0.113.9:80/x', 'http://[address]:80/x'],
  ])('redacts personal data and tokens: %s', (text, clean) => {
    expect(redactText(text)).toEqual(clean instanceof RegExp ? expect.stringMatching(clean) : clean);
  });

  it.each([
    "Cannot read properties of undefined (reading 'map')",
    'at render (/remotes/mfe-report/3f2a/remote.1c9d.js:12:3456)',
    'Request failed with status 503 after 5000 ms',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36',
  ])('leaves unchanged: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('takes time linear in the length of the text', () => {
    const started = performance.now();
    for (const text of ['a@'.repeat(4_000), '/'.repeat(8_000), '0 '.repeat(4_000), 'reg=A '.repeat(1_300)])
      redactText(text);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
