/** Faults in the delivery of events. */
export interface StripeWebhookFaultSettings {
  /** Additional deliveries of each event. */
  duplicates: number;
  /** Delays each delivery by up to two seconds, so that later events may arrive first. */
  disorder: boolean;
  /** The percentage of events that are never delivered. */
  lossPercent: number;
  /** Signs with a time ten minutes in the future. */
  futureDated: boolean;
  /** Signs with another secret. */
  wrongSignature: boolean;
}

export const defaultStripeWebhookFaultSettings: StripeWebhookFaultSettings = {
  duplicates: 0,
  disorder: false,
  lossPercent: 0,
  futureDated: false,
  wrongSignature: false,
};

const maxDuplicates = 5;

const wholeUpTo = (value: unknown, max: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : null;

/** Converts the page's form: a ticked box is `true`, a blank number zero. */
const fromForm = (form: URLSearchParams): object =>
  Object.fromEntries([...form].map(([name, value]) => [name, value === 'true' ? true : Number(value)]));

/** Parses a change of the settings from JSON or the page's form; settings that it does not name stay. */
export function parseStripeWebhookFaultSettings(
  body: unknown,
  before: StripeWebhookFaultSettings,
): { ok: true; settings: StripeWebhookFaultSettings } | { ok: false; problem: string } {
  const source = body instanceof URLSearchParams ? fromForm(body) : body;
  if (typeof source !== 'object' || source === null) return { ok: false, problem: 'Say what to change.' };
  const settings = { ...before };
  for (const [name, value] of Object.entries(source)) {
    switch (name) {
      case 'duplicates': {
        const number = wholeUpTo(value, maxDuplicates);
        if (number === null) return { ok: false, problem: 'duplicates must be a whole number from 0 to 5.' };
        settings.duplicates = number;
        break;
      }
      case 'lossPercent': {
        const number = wholeUpTo(value, 100);
        if (number === null) return { ok: false, problem: 'lossPercent must be a whole number from 0 to 100.' };
        settings.lossPercent = number;
        break;
      }
      case 'disorder':
      case 'futureDated':
      case 'wrongSignature':
        if (typeof value !== 'boolean') return { ok: false, problem: `${name} must be true or false.` };
        settings[name] = value;
        break;
      default:
        return { ok: false, problem: `There is no setting ${name}.` };
    }
  }
  return { ok: true, settings };
}
