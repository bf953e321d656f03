import fc from 'fast-check';
import { twilioFailureText, meaningOfTwilioCode } from './twilio-error-codes.ts';
import { readTwilioInboundText, readTwilioReceipt, inboundKeywordOf } from './twilio-receipt.ts';
import { isSignedByTwilio, twilioSignature } from './twilio-request.ts';

const sid = `SM${'a'.repeat(32)}`;

test('the signature is the one that Twilio documents', () => {
  // The example in Twilio's docs/usage/security.
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  });
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  expect(twilioSignature(url, form, '12345')).toBe('GvWf1cFY/Q7PnoempGyD5oXAezc=');
});

test.each<[string, (signed: { url: string; form: URLSearchParams; signature: string }) => object]>([
  ['another address', ({ url }) => ({ url: `${url}?x=1` })],
  ['another value', ({ form }) => ({ form: new URLSearchParams([...form, ['MessageStatus', 'delivered']]) })],
  ['a parameter less', () => ({ form: new URLSearchParams() })],
  ['no signature', () => ({ signature: '' })],
  ['a longer one', ({ signature }) => ({ signature: `${signature}=` })],
])('%s is not signed', (_name, change) => {
  const url = 'https://ve.example/api/webhooks/twilio/receipts?text=1';
  const form = new URLSearchParams({ MessageSid: sid, MessageStatus: 'sent' });
  const signed = { url, form, signature: twilioSignature(url, form, 'token') };
  expect(isSignedByTwilio(signed, 'token')).toBe(true);
  expect(isSignedByTwilio(signed, 'other')).toBe(false);
  expect(isSignedByTwilio({ ...signed, ...change(signed) }, 'token')).toBe(false);
});

test.each([
  ['queued', undefined, 'accepted', null],
  ['sent', undefined, 'accepted', null],
  ['delivered', undefined, 'delivered', null],
  ['read', undefined, 'delivered', null],
  ['undelivered', '30003', 'failed', 30_003],
  ['failed', undefined, 'failed', null],
])('parses a receipt of %s', (status, code, state, read) => {
  const form = new URLSearchParams({ MessageSid: sid, MessageStatus: status, ...(code ? { ErrorCode: code } : {}) });
  expect(readTwilioReceipt(form)).toEqual({ sid, state, code: read });
});

test.each([
  [{}],
  [{ MessageSid: 'SM1', MessageStatus: 'sent' }],
  [{ MessageSid: sid, MessageStatus: 'exploded' }],
  [{ MessageSid: sid, MessageStatus: 'failed', ErrorCode: 'drop table' }],
])('%j is not a receipt', (fields) => {
  expect(readTwilioReceipt(new URLSearchParams(fields as Record<string, string>))).toBeNull();
});

test.each([
  ...[
    'STOP',
    'stop',
    ' Stop. ',
    'UNSUBSCRIBE',
    'end',
    'Quit',
    'STOPALL',
    'stop all',
    'REVOKE',
    'opt out',
    'cancel',
    'STOP please',
    'Stop texting me',
    'STOP STOP',
    'Unsubscribe me',
    'stop, and opt me out',
    'ＳＴＯＰ',
    '"Stop"\nSent from my phone',
  ].map((body) => [body, 'stop']),
  ...['START', 'unstop', 'Yes!'].map((body) => [body, 'start']),
  ['help', 'help'],
  ['HELP please', 'help'],
  ['stopped working?', 'other'],
  ['Stopping by later', 'other'],
  ['yes it is taxed', 'other'],
  ['Please stop the car', 'other'],
  ['', 'other'],
  ['constructor', 'other'],
])('"%s" requests %s', (body, word) => {
  expect(inboundKeywordOf(body)).toBe(word);
});

test('an inbound text is parsed, including whether Twilio has replied itself', () => {
  const fields = { MessageSid: sid, From: '+447700900123', To: '+447700900001', Body: 'Stop' };
  expect(readTwilioInboundText(new URLSearchParams(fields))).toEqual({
    sid,
    from: '+447700900123',
    word: 'stop',
    answered: false,
  });
  expect(readTwilioInboundText(new URLSearchParams({ ...fields, Body: 'arret', OptOutType: 'STOP' }))).toMatchObject({
    word: 'stop',
    answered: true,
  });
  expect(readTwilioInboundText(new URLSearchParams({ ...fields, From: 'Vodafone' }))).toBeNull();
});

test('parsing never throws, regardless of the form', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (fields) => {
      const form = new URLSearchParams(fields);
      expect([readTwilioReceipt(form), readTwilioInboundText(form)]).toEqual([null, null]);
    }),
  );
});

test('every code has a failure that fits into its column', () => {
  for (const code of [21_211, 21_610, 30_001, 30_003, 30_007, 30_008, 63_038, null]) {
    expect(twilioFailureText(code)).toMatch(/^[a-z]+(-[a-z]+)*( \d{5})?$/);
  }
  expect(meaningOfTwilioCode(30_003)).toMatchObject({ stop: 'unreachable', again: true });
  expect(meaningOfTwilioCode(30_007).stop).toBeNull();
});
