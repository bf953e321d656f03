import * as z from 'zod/mini';

const sid = z.string().check(z.regex(/^(?:SM|MM)[0-9a-f]{32}$/));
const number = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));

const receiptSchema = z.object({
  MessageSid: sid,
  MessageStatus: z.string().check(z.maxLength(30)),
  ErrorCode: z.optional(z.string().check(z.regex(/^\d{3,5}$/))),
});

/** What a receipt says of a text: under way, arrived, or not, with Twilio's code where it gives one. */
export interface TwilioReceipt {
  sid: string;
  state: 'accepted' | 'delivered' | 'failed';
  code: number | null;
}

const states: Readonly<Record<string, TwilioReceipt['state']>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'accepted',
  delivered: 'delivered',
  read: 'delivered',
  partially_delivered: 'delivered',
  failed: 'failed',
  undelivered: 'failed',
  canceled: 'failed',
};

/** What a status of Twilio means; null for one that it does not document. */
export const stateOfStatus = (status: string): TwilioReceipt['state'] | null =>
  (Object.hasOwn(states, status) ? states[status] : null) ?? null;

/** Parses a status callback; null for a form that is none, or a status that Twilio does not document. */
export function readTwilioReceipt(form: URLSearchParams): TwilioReceipt | null {
  const read = receiptSchema.safeParse(Object.fromEntries(form));
  if (!read.success) return null;
  const state = stateOfStatus(read.data.MessageStatus);
  if (state === null) return null;
  const { ErrorCode: code } = read.data;
  return { sid: read.data.MessageSid, state, code: code === undefined ? null : Number(code) };
}

const inboundSchema = z.object({
  MessageSid: sid,
  From: number,
  To: number,
  Body: z.string().check(z.maxLength(1_600)),
  OptOutType: z.optional(z.enum(['STOP', 'START', 'HELP'])),
});

/** A text to our number. `word`: what it asks for; `answered`: Twilio has answered it itself. */
export interface TwilioInbound {
  sid: string;
  from: string;
  word: 'stop' | 'start' | 'help' | 'other';
  answered: boolean;
}

const words: Readonly<Record<string, TwilioInbound['word']>> = {
  STOP: 'stop',
  UNSUBSCRIBE: 'stop',
  END: 'stop',
  QUIT: 'stop',
  STOPALL: 'stop',
  REVOKE: 'stop',
  OPTOUT: 'stop',
  CANCEL: 'stop',
  START: 'start',
  UNSTOP: 'start',
  YES: 'start',
  HELP: 'help',
  INFO: 'help',
};

/**
 * What a text asks for: by its first word or its first two (`opt out`), whatever their case, width, and marks around them.
 * Nobody who asks for no more texts gets them for a word too many. START and HELP are asked for by a word alone, or said
 * with PLEASE: a sentence may begin with either of them, and `Yes` too.
 */
export const keywordOf = (body: string): TwilioInbound['word'] => {
  const said = body
    .normalize('NFKC')
    .toUpperCase()
    .replace(/['\u2018\u2019]/gu, '');
  const [first = '', second = '', ...others] = said.match(/[\p{L}\p{N}]+/gu) ?? [];
  const pair = word(first + second);
  if (word(first) === 'stop' || pair === 'stop') return 'stop';
  if (others.length > 0) return 'other';
  return second === '' || second === 'PLEASE' ? word(first) : pair;
};

const word = (said: string): TwilioInbound['word'] => (Object.hasOwn(words, said) ? words[said] : undefined) ?? 'other';

/** Parses the notice of a text to us; null for a form that is none. */
export function readTwilioInbound(form: URLSearchParams): TwilioInbound | null {
  const read = inboundSchema.safeParse(Object.fromEntries(form));
  if (!read.success) return null;
  const { MessageSid, From, Body, OptOutType } = read.data;
  const word = OptOutType === undefined ? keywordOf(Body) : (words[OptOutType] ?? 'other');
  return { sid: MessageSid, from: From, word, answered: OptOutType !== undefined };
}
