import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether Twilio signed a form that was posted to this URL: HMAC-SHA1, with the account's token, of the URL as
 * configured at Twilio and each parameter's name and value sorted by name (docs/usage/security). `url` comes from
 * configuration, never from the request, whose Host any client can set.
 */
export function isSignedByTwilio(
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string },
  authToken: string,
): boolean {
  const expected = Buffer.from(twilioSignature(url, form, authToken));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

export const twilioSignature = (url: string, form: URLSearchParams, authToken: string): string => {
  const names = [...new Set(form.keys())].toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  const signed = names.flatMap((name) => [...new Set(form.getAll(name))].toSorted().map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + signed.join(''))
    .digest('base64');
};
