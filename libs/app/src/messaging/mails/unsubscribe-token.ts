import { type OptionalMailStream, optionalMailStreams } from '@ve/contracts/mails';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an unsubscribe link names: a user and a stream of mails, regardless of the user's present address. */
export interface UnsubscribeLinkTarget {
  userId: string;
  stream: OptionalMailStream;
}

/** 16 bytes of a user's id, one of the stream, and 16 of an HMAC, in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{44}$/;
const idBytes = 16;
const macBytes = 16;

/** Part of sent links: never changed. */
const codes: Record<OptionalMailStream, string> = { reminder: 'r', alert: 'a', newsletter: 'n' };

const macOf = (body: Buffer, key: string): Buffer =>
  createHmac('sha256', key).update('unsubscribe').update(body).digest().subarray(0, macBytes);

/**
 * The token of an unsubscribe link, valid as long as the account exists. Signed instead of stored, since every mail has
 * one.
 */
export const unsubscribeToken = ({ userId, stream }: UnsubscribeLinkTarget, key: string): string => {
  const body = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.from(codes[stream])]);
  return Buffer.concat([body, macOf(body, key)]).toString('base64url');
};

/** What a token names; null for anything that this key did not sign. */
export const readUnsubscribeToken = (token: string, key: string): UnsubscribeLinkTarget | null => {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(0, idBytes + 1);
  if (!timingSafeEqual(bytes.subarray(idBytes + 1), macOf(body, key))) return null;
  const stream = optionalMailStreams.find((each) => codes[each] === String.fromCharCode(body[idBytes] ?? 0));
  if (stream === undefined) return null;
  const id = body.subarray(0, idBytes).toString('hex');
  return { userId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), stream };
};
