/** What becomes of a number whose text ended with one of Twilio's codes (`docs/api/errors`). */
export interface CodeMeaning {
  /** For the row of the text, without the code. */
  failure: string;
  /** Why no text goes to the number any more; null: others may. */
  stop: 'stop' | 'unreachable' | 'landline' | 'unknown' | 'blocked' | 'carrier' | null;
  /** The handset may be reached another day; only a second time the number counts as unreachable. */
  again?: true;
}

const meanings: Readonly<Record<number, CodeMeaning>> = {
  21211: { failure: 'unknown-number', stop: 'unknown' },
  21217: { failure: 'unknown-number', stop: 'unknown' },
  21610: { failure: 'stopped', stop: 'stop' },
  21612: { failure: 'no-route', stop: 'carrier' },
  21614: { failure: 'landline', stop: 'landline' },
  30003: { failure: 'unreachable', stop: 'unreachable', again: true },
  30004: { failure: 'blocked', stop: 'blocked' },
  30005: { failure: 'unknown-number', stop: 'unknown' },
  30006: { failure: 'landline', stop: 'landline' },
  // Of the words of one text, or of our account: other texts may reach the number.
  30001: { failure: 'queue-overflow', stop: null },
  30002: { failure: 'account-suspended', stop: null },
  30007: { failure: 'filtered', stop: null },
  30008: { failure: 'undelivered', stop: null },
  30009: { failure: 'segment-missing', stop: null },
  30010: { failure: 'too-dear', stop: null },
};

/** What a code means; of one that is not known, and without any, that the text did not arrive. */
export const meaningOfTwilioCode = (code: number | null): CodeMeaning =>
  (code === null ? undefined : meanings[code]) ?? { failure: 'undelivered', stop: null };

/** The failure of a text for its row: `unreachable 30003`. */
export const failureOfCode = (code: number | null): string =>
  code === null ? meaningOfTwilioCode(code).failure : `${meaningOfTwilioCode(code).failure} ${code}`;

/** The same with what it means for the number, as a receipt or an answer says it. */
export const failureOfTwilioCode = (code: number | null): CodeMeaning => ({
  ...meaningOfTwilioCode(code),
  failure: failureOfCode(code),
});

/** How the failure of a handset that was off begins. */
export const unreachableFailure = failureOfCode(30_003);
