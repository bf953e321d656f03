import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import { addVendorHooks, sendCannedAnswer, type SandboxContext } from '../vendors/vendor-hooks.ts';
import { sandboxPhoneNumber, refusalOfTextTo, twilioUnsubscribedRecipientAnswer } from './numbers.ts';
import {
  twilioNotAuthenticatedAnswer,
  twilioNotFoundAnswer,
  twilioErrorAnswer,
  twilioFaultAnswers,
} from './twilio.errors.ts';
import type { SandboxText, SimulatedTwilioService } from './twilio.service.ts';

const account = sandboxCredentials.twilioAccountSid;
const authorization = `Basic ${Buffer.from(`${account}:${sandboxCredentials.twilioAuthToken}`).toString('base64')}`;

const rfc2822 = (instant: string | null): string | null =>
  instant === null ? null : new Date(instant).toUTCString().replace('GMT', '+0000');

/** A text in the format of the API. */
const viewOf = (text: SandboxText) => ({
  sid: text.sid,
  account_sid: account,
  api_version: '2010-04-01',
  body: text.body,
  date_created: rfc2822(text.createdAt),
  date_sent: rfc2822(text.sentAt),
  date_updated: rfc2822(text.sentAt ?? text.createdAt),
  direction: text.direction,
  error_code: text.errorCode,
  error_message: null,
  from: text.from,
  messaging_service_sid: null,
  num_media: '0',
  num_segments: String(text.segments),
  price: text.sentAt === null ? null : `-${(0.04 * text.segments).toFixed(5)}`,
  price_unit: 'GBP',
  status: text.status,
  subresource_uris: { media: `/2010-04-01/Accounts/${account}/Messages/${text.sid}/Media.json` },
  to: text.to,
  uri: `/2010-04-01/Accounts/${account}/Messages/${text.sid}.json`,
});

/** The number that sends the texts, with where replies to it go. */
const viewOfOwnNumber = (smsUrl: string | null) => ({
  sid: `PN${'0'.repeat(32)}`,
  account_sid: account,
  api_version: '2010-04-01',
  capabilities: { fax: false, mms: false, sms: true, voice: true },
  friendly_name: sandboxPhoneNumber,
  phone_number: sandboxPhoneNumber,
  sms_method: 'POST',
  sms_url: smsUrl ?? '',
  status: 'in-use',
  uri: `/2010-04-01/Accounts/${account}/IncomingPhoneNumbers/PN${'0'.repeat(32)}.json`,
});

const fieldsOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** The routes of Twilio Programmable Messaging, API 2010-04-01. */
export function twilioRoutes(context: SandboxContext, twilio: SimulatedTwilioService) {
  const base = '/2010-04-01/Accounts/:account/Messages';
  return async (app: FastifyInstance): Promise<void> => {
    addVendorHooks(app, context, {
      vendor: 'twilio',
      asked: ({ method }) => `${method} /messages`,
      registration: () => null,
      operation: ({ method }) => `${method} /messages`,
      refuse: (request) => (request.headers.authorization === authorization ? null : twilioNotAuthenticatedAnswer),
      faults: twilioFaultAnswers,
    });
    app.setNotFoundHandler((_request, reply) => sendCannedAnswer(reply, twilioNotFoundAnswer));

    app.get('/2010-04-01/Accounts/:account', async () => ({
      sid: account,
      friendly_name: 'Sandbox',
      status: 'active',
      type: 'Full',
      date_created: rfc2822('2026-01-01T00:00:00.000Z'),
      date_updated: rfc2822('2026-01-01T00:00:00.000Z'),
      owner_account_sid: account,
      uri: `/2010-04-01/Accounts/${account}.json`,
    }));

    app.get<{ Querystring: { PhoneNumber?: string } }>(
      '/2010-04-01/Accounts/:account/IncomingPhoneNumbers.json',
      async ({ query }) => {
        const own = query.PhoneNumber === undefined || query.PhoneNumber === sandboxPhoneNumber;
        const numbers = own ? [viewOfOwnNumber(twilio.webhookUrl)] : [];
        return { incoming_phone_numbers: numbers, page: 0, page_size: 50, start: 0, end: 0, next_page_uri: null };
      },
    );

    app.post(`${base}.json`, async (request, reply) => {
      const form = fieldsOf(request);
      const [to, from, body] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '') as [string, string, string];
      if (to === '') return sendCannedAnswer(reply, twilioErrorAnswer(400, 21_604, "A 'To' phone number is required."));
      if (from === '')
        return sendCannedAnswer(reply, twilioErrorAnswer(400, 21_603, "A 'From' phone number is required."));
      if (body === '') return sendCannedAnswer(reply, twilioErrorAnswer(400, 21_602, 'Message body is required.'));
      if (body.length > 1_600) {
        return sendCannedAnswer(
          reply,
          twilioErrorAnswer(400, 21_617, 'The concatenated message body exceeds the 1600 character limit'),
        );
      }
      const valid = form.get('ValidityPeriod');
      if (valid !== null && !(Number(valid) >= 1 && Number(valid) <= 36_000)) {
        return sendCannedAnswer(reply, twilioErrorAnswer(400, 21_624, 'ValidityPeriod is out of range'));
      }
      if (from !== sandboxPhoneNumber && from !== '+15005550006') {
        return sendCannedAnswer(reply, twilioErrorAnswer(400, 21_606, "The 'From' phone number provided is not yours"));
      }
      const refusal = refusalOfTextTo(to) ?? (twilio.stopped.has(to) ? twilioUnsubscribedRecipientAnswer() : null);
      if (refusal) return sendCannedAnswer(reply, refusal);
      const text = twilio.send({ to, from, body, statusCallback: form.get('StatusCallback') });
      return reply.code(201).send(viewOf(text));
    });

    app.get<{ Querystring: Record<string, string | undefined> }>(`${base}.json`, async (request) => {
      const { To: to, From: from, PageSize: size = '50' } = request.query;
      const found = twilio.texts.filter(
        (text) => (to === undefined || text.to === to) && (from === undefined || text.from === from),
      );
      const messages = found.slice(0, Math.min(1_000, Math.max(1, Number(size) || 50))).map(viewOf);
      return { messages, page: 0, page_size: messages.length, start: 0, end: messages.length, next_page_uri: null };
    });

    app.get<{ Params: { sid: string } }>(`${base}/:sid`, async (request, reply) => {
      const text = twilio.find(request.params.sid.replace(/\.json$/, ''));
      return text ? viewOf(text) : sendCannedAnswer(reply, twilioNotFoundAnswer);
    });
  };
}
