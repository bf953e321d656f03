/** The consequences of one of Twilio's codes (`docs/api/errors`) for a text and its number. */
export interface TwilioCodeMeaning {
  /** The failure stored with the text, without the code. */
  failure: string;
  /** Why no more texts are sent to the number; null if they are. */
  stop: 'stop' | 'unreachable' | 'landline' | 'unknown' | 'blocked' | 'carrier' | null;
  /** The handset may be reachable another day: the number counts as unreachable after the second failure. */
  again?: true;
}

const meanings: Readonly<Record<number, TwilioCodeMeaning>> = {
  21211: { failure: 'unknown-number', stop: 'unknown' },
  21217: { failure: 'unknown-number', stop: 'unknown' },
  21610: { failure: 'stopped', stop: 'stop' },
  21612: { failure: 'no-route', stop: 'carrier' },
  21614: { failure: 'landline', stop: 'landline' },
  30003: { failure: 'unreachable', stop: 'unreachable', again: true },
  30004: { failure: 'blocked', stop: 'blocked' },
  30005: { failure: 'unknown-number', stop: 'unknown' },
  30006: { failure: 'landline', stop: 'landline' },
  // About the content of one text or our account: other texts may reach the number.
  30001: { failure: 'queue-overflow', stop: null },
  30002: { failure: 'account-suspended', stop: null },
  30007: { failure: 'filtered', stop: null },
  30008: { failure: 'undelivered', stop: null },
  30009: { failure: 'segment-missing', stop: null },
  30010: { failure: 'too-dear', stop: null },
};

/** The meaning of a code; for an unknown or missing one, that the text was not delivered. */
export const meaningOfTwilioCode = (code: number | null): TwilioCodeMeaning =>
  (code === null ? undefined : meanings[code]) ?? { failure: 'undelivered', stop: null };

/** The failure stored with a text, such as `unreachable 30003`. */
export const twilioFailureText = (code: number | null): string =>
  code === null ? meaningOfTwilioCode(code).failure : `${meaningOfTwilioCode(code).failure} ${code}`;

/** The failure with the code, and its consequences for the number. */
export const describeTwilioFailure = (code: number | null): TwilioCodeMeaning => ({
  ...meaningOfTwilioCode(code),
  failure: twilioFailureText(code),
});

/** The failure of a handset that was switched off. */
export const handsetOffFailure = twilioFailureText(30_003);
