import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link with a signed id may be used for. Part of each signature: never changed. */
export const signedIdPurposes = ['membership', 'agree-to-change'] as const;

export type SignedIdPurpose = (typeof signedIdPurposes)[number];

export interface SignedId {
  purpose: SignedIdPurpose;
  /** A uuid: the only part that can be read from the token. */
  id: string;
  /** What else the token is valid for alone; signed, but not part of the token. */
  boundTo: readonly string[];
}

/** 16 bytes of a row's id and 16 bytes of an HMAC, in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
const idBytes = 16;

/** Signs the id of a row, so that its token needs no row of its own and is the same each time. */
export const signId = ({ purpose, id, boundTo }: SignedId, key: string): string => {
  const named = Buffer.from(id.replaceAll('-', ''), 'hex');
  const mac = createHmac('sha256', key).update(purpose).update(named);
  for (const each of boundTo) mac.update(each);
  return Buffer.concat([named, mac.digest().subarray(0, idBytes)]).toString('base64url');
};

/**
 * The id that a token names, or null if it is not a token. Does not verify the signature; `isTokenForSignedId` does.
 */
export const idOfSignedToken = (token: string): string | null => {
  if (!tokenPattern.test(token)) return null;
  const id = Buffer.from(token, 'base64url').subarray(0, idBytes).toString('hex');
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Whether `key` signed the token for exactly this. */
export const isTokenForSignedId = (token: string, signed: SignedId, key: string): boolean =>
  tokenPattern.test(token) && timingSafeEqual(Buffer.from(token), Buffer.from(signId(signed, key)));
