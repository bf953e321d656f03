/** Why a reminder, or the message that it became, was not sent: stored as a word, said in words to member and staff. */
export const skipReasons = [
  'not-member',
  'other-car',
  'switched-off',
  'paused',
  'moved',
  'scrapped',
  'exported',
  'sorn',
  'exempt',
  'too-early',
  'too-late',
  'not-made',
  'stream-stopped',
  'suppressed',
  'no-number',
  'other-number',
  'stopped',
  'unreachable',
  'daily-limit',
  'not-needed',
  'subject-gone',
] as const;

export type SkipReason = (typeof skipReasons)[number];
