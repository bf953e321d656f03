import * as z from 'zod/mini';

const sid = z.string().check(z.regex(/^(?:SM|MM)[0-9a-f]{32}$/));
const number = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));

const receiptSchema = z.object({
  MessageSid: sid,
  MessageStatus: z.string().check(z.maxLength(30)),
  ErrorCode: z.optional(z.string().check(z.regex(/^\d{3,5}$/))),
});

/** A delivery receipt of a text: pending, delivered or failed, with Twilio's code if there is one. */
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

/** The state that a status of Twilio means; null for an undocumented one. */
export const deliveryStateOfTwilioStatus = (status: string): TwilioReceipt['state'] | null =>
  (Object.hasOwn(states, status) ? states[status] : null) ?? null;

/** Parses a status callback; null for another form, or a status that Twilio does not document. */
export function readTwilioReceipt(form: URLSearchParams): TwilioReceipt | null {
  const read = receiptSchema.safeParse(Object.fromEntries(form));
  if (!read.success) return null;
  const state = deliveryStateOfTwilioStatus(read.data.MessageStatus);
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

/** A text to our number. `word`: what it requests; `answered`: Twilio has replied itself. */
export interface TwilioInboundText {
  sid: string;
  from: string;
  word: 'stop' | 'start' | 'help' | 'other';
  answered: boolean;
}

const keywords: Readonly<Record<string, TwilioInboundText['word']>> = {
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
 * The request of a text: its first word or first two (`opt out`), regardless of case, width and surrounding marks. An
 * opt-out is recognised even if more words follow. START and HELP are recognised only alone or with PLEASE: a sentence
 * may begin with either of them, and with `Yes`.
 */
export const inboundKeywordOf = (body: string): TwilioInboundText['word'] => {
  const normalised = body
    .normalize('NFKC')
    .toUpperCase()
    .replace(/['\u2018\u2019]/gu, '');
  const [first = '', second = '', ...others] = normalised.match(/[\p{L}\p{N}]+/gu) ?? [];
  const pair = word(first + second);
  if (word(first) === 'stop' || pair === 'stop') return 'stop';
  if (others.length > 0) return 'other';
  return second === '' || second === 'PLEASE' ? word(first) : pair;
};

const word = (text: string): TwilioInboundText['word'] =>
  (Object.hasOwn(keywords, text) ? keywords[text] : undefined) ?? 'other';

/** Parses the webhook of a text to us; null for another form. */
export function readTwilioInboundText(form: URLSearchParams): TwilioInboundText | null {
  const read = inboundSchema.safeParse(Object.fromEntries(form));
  if (!read.success) return null;
  const { MessageSid, From, Body, OptOutType } = read.data;
  const word = OptOutType === undefined ? inboundKeywordOf(Body) : (keywords[OptOutType] ?? 'other');
  return { sid: MessageSid, from: From, word, answered: OptOutType !== undefined };
}
