import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { sandboxCredentials } from '../sandbox-credentials.ts';
import type { PersistentStateFile } from '../persistent-state-file.ts';
import { sandboxPhoneNumber, outcomeOfTextTo } from './numbers.ts';

export interface SandboxText {
  sid: string;
  direction: 'outbound-api' | 'inbound';
  to: string;
  from: string;
  body: string;
  segments: number;
  status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'received';
  errorCode: number | null;
  /** Instant in UTC. */
  createdAt: string;
  sentAt: string | null;
  statusCallback: string | null;
}

/** Faults in the delivery of receipts. */
export interface TextReceiptFaultSettings {
  duplicates: number;
  lossPercent: number;
  /** Sends the last receipt first. */
  disorder: boolean;
  /** The delay of the last receipt in milliseconds of real time. */
  lateMs: number;
  wrongSignature: boolean;
}

export const defaultTextReceiptFaultSettings: TextReceiptFaultSettings = {
  duplicates: 0,
  lossPercent: 0,
  disorder: false,
  lateMs: 0,
  wrongSignature: false,
};

const kept = 1_000;
const stepMs = 100;
const stopKeywords = new Set(['STOP', 'UNSUBSCRIBE', 'END', 'QUIT', 'STOPALL', 'REVOKE', 'OPTOUT', 'CANCEL']);
const startKeywords = new Set(['START', 'UNSTOP', 'YES']);

/** The number of segments of a GSM-7 text, which the product sends; others have shorter segments. */
const segmentsOf = (body: string): number => {
  const isPlain = /^[\n\r -~£¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿äöñüà¡€]*$/.test(body);
  const [one, each] = isPlain ? [160, 153] : [70, 67];
  return body.length <= one ? 1 : Math.ceil(body.length / each);
};

export const twilioSignatureOf = (url: string, form: URLSearchParams, token: string): string =>
  createHmac('sha1', token)
    .update(
      url +
        [...form]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, value]) => name + value)
          .join(''),
    )
    .digest('base64');

export interface SimulatedTwilioOptions {
  now: () => Date;
  /** The product's webhook for texts to our number; null for none. */
  webhookUrl: string | null;
  stateFile?: PersistentStateFile | null;
  closing: AbortSignal;
}

interface SavedState {
  format: 1;
  texts: SandboxText[];
  stopped: string[];
}

const isSaved = (value: unknown): value is SavedState =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'format') === 1;

/** The texts of the account, the numbers that opted out with STOP, and the receipts. */
export class SimulatedTwilioService {
  settings: TextReceiptFaultSettings = { ...defaultTextReceiptFaultSettings };
  /** Sorted newest first. */
  readonly texts: SandboxText[] = [];
  readonly stopped = new Set<string>();
  readonly #options: SimulatedTwilioOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  /** Where texts to our number are sent; null: they are not sent. */
  get webhookUrl(): string | null {
    return this.#options.webhookUrl;
  }

  constructor(options: SimulatedTwilioOptions) {
    this.#options = options;
    const { stateFile, closing } = options;
    const saved = stateFile?.read();
    if (isSaved(saved)) {
      this.texts.push(...saved.texts);
      for (const phone of saved.stopped) this.stopped.add(phone);
    } else if (saved !== undefined) stateFile?.setAside('it is of another format');
    stateFile?.keep(() => JSON.stringify({ format: 1, texts: this.texts, stopped: [...this.stopped] }));
    closing.addEventListener('abort', () => this.#clearTimers(), { once: true });
  }

  /** Accepts a text, and delivers it. */
  send({ to, from, body, statusCallback }: Pick<SandboxText, 'to' | 'from' | 'body' | 'statusCallback'>): SandboxText {
    const text = this.#add({ direction: 'outbound-api', to, from, body, status: 'queued', statusCallback });
    this.#deliver(text);
    return text;
  }

  /**
   * Sends a text from a telephone to our number. Resolves to the status of the product's response; null when there was
   * none.
   */
  async reply(from: string, body: string): Promise<number | null> {
    const text = this.#add({
      direction: 'inbound',
      to: sandboxPhoneNumber,
      from,
      body,
      status: 'received',
      statusCallback: null,
    });
    const word = body.trim().toUpperCase();
    if (stopKeywords.has(word)) this.stopped.add(from);
    if (startKeywords.has(word)) this.stopped.delete(from);
    this.#changed();
    const { webhookUrl } = this.#options;
    if (webhookUrl === null) return null;
    const form = new URLSearchParams({
      ToCountry: 'GB',
      SmsMessageSid: text.sid,
      NumMedia: '0',
      SmsSid: text.sid,
      SmsStatus: 'received',
      Body: body,
      FromCountry: 'GB',
      To: sandboxPhoneNumber,
      NumSegments: String(text.segments),
      MessageSid: text.sid,
      AccountSid: sandboxCredentials.twilioAccountSid,
      From: from,
      ApiVersion: '2010-04-01',
    });
    return this.#post(webhookUrl, form);
  }

  find(sid: string): SandboxText | null {
    return this.texts.find((text) => text.sid === sid) ?? null;
  }

  /** Deletes texts and opt-outs, and resets the settings. */
  reset(): void {
    this.#clearTimers();
    this.texts.length = 0;
    this.stopped.clear();
    this.settings = { ...defaultTextReceiptFaultSettings };
    this.#changed();
  }

  #add(message: Pick<SandboxText, 'direction' | 'to' | 'from' | 'body' | 'status' | 'statusCallback'>): SandboxText {
    const text: SandboxText = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      ...message,
      segments: segmentsOf(message.body),
      errorCode: null,
      createdAt: this.#options.now().toISOString(),
      sentAt: null,
    };
    this.texts.unshift(text);
    if (this.texts.length > kept) this.texts.pop();
    this.#changed();
    return text;
  }

  #deliver(text: SandboxText): void {
    const outcome = outcomeOfTextTo(text.to);
    const last = typeof outcome === 'number' ? 'undelivered' : 'delivered';
    const { disorder, lateMs } = this.settings;
    const receipt = (status: SandboxText['status'], ms: number) =>
      this.#later(ms, () => {
        text.sentAt ??= this.#options.now().toISOString();
        if (text.status !== 'delivered' && text.status !== 'undelivered') text.status = status;
        if (status === 'undelivered') text.errorCode = Number(outcome);
        this.#changed();
        this.#receipt(text, status);
      });
    receipt('sent', disorder ? 3 * stepMs + lateMs : stepMs);
    if (outcome !== 'silent') receipt(last, 2 * stepMs + lateMs);
  }

  #receipt(text: SandboxText, status: SandboxText['status']): void {
    if (text.statusCallback === null || randomInt(100) < this.settings.lossPercent) return;
    const form = new URLSearchParams({
      MessageSid: text.sid,
      SmsSid: text.sid,
      MessageStatus: status,
      SmsStatus: status,
      To: text.to,
      From: text.from,
      AccountSid: sandboxCredentials.twilioAccountSid,
      ApiVersion: '2010-04-01',
      ...(status === 'undelivered' && text.errorCode !== null ? { ErrorCode: String(text.errorCode) } : {}),
    });
    for (let copy = 0; copy <= this.settings.duplicates; copy += 1) void this.#post(text.statusCallback, form);
  }

  async #post(url: string, form: URLSearchParams): Promise<number | null> {
    const token = this.settings.wrongSignature ? 'another-token' : sandboxCredentials.twilioAuthToken;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
          'x-twilio-signature': twilioSignatureOf(url, form, token),
        },
        body: form.toString(),
        signal: AbortSignal.any([this.#options.closing, AbortSignal.timeout(10_000)]),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  }

  #later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #changed(): void {
    this.#options.stateFile?.changed();
  }
}
