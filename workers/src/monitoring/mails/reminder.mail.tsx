import { earliestMotTestDay } from '@ve/domain/vehicle/mot/earliest-test-day';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import type { ReminderKind, ReminderLeadDays } from '@ve/domain/monitoring/reminders/reminder';
import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { SourceName, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate, formatInstant } from '@ve/domain/kernel/time/format-date';
import { addDays, addMonths, daysBetween, londonDate } from '@ve/domain/kernel/time/london-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { dashboardUrlOf, reportUrlOf, unsubscribeUrlOf, UnsubscribeFooter } from './watch-parts.tsx';
import { unsubscribeSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { findReminderMailData, type ReminderWithCarData } from '@ve/data/monitoring/mails/watch-mail.repository';
import { findReminder } from '@ve/data/monitoring/watch/reminder.repository';
import { vehicleName } from '@ve/domain/vehicle/facts/vehicle-name';
import { unsubscribeToken } from '@ve/app/messaging/mails/unsubscribe-token';
import { evaluateStoredReminder } from '@ve/app/monitoring/reminders/send-reminder';

/** A reminder, as its mail presents it. */
export interface ReminderMailData {
  registration: string;
  /** `Red Ford Focus`; null if no source knows. */
  name: string | null;
  kind: ReminderKind;
  dueOn: IsoDate;
  lead: ReminderLeadDays;
  /** The source of the date, and when it was last read. */
  source: SourceName | 'member';
  readAt: Date | null;
  /** Declared off the road by its keeper (SORN). */
  sorn: boolean;
  /** In use according to the sources. */
  inUse: boolean;
}

/** After this time without a response, earlier data of a register is called old. */
const oldAfterMs = 36 * 3_600_000;

const taxPage = 'https://www.gov.uk/vehicle-tax';

/** Its name, and its verb before and after the day. */
const whats = {
  tax: { name: 'Tax', ahead: 'is due', over: 'was due' },
  mot: { name: 'MOT', ahead: 'is due', over: 'was due' },
  insurance: { name: 'Insurance', ahead: 'ends', over: 'ended' },
  servicing: { name: 'Service', ahead: 'is due', over: 'was due' },
} as const satisfies Record<ReminderKind, object>;

const whenOf = (kind: ReminderKind, days: number, dueOn: IsoDate): string => {
  const day = formatDate(dueOn);
  const { ahead, over } = whats[kind];
  if (days === 0) return `${ahead} today, ${day}`;
  if (days === 1) return `${ahead} tomorrow, ${day}`;
  if (days === -1) return `${over} yesterday, ${day}`;
  return days > 0 ? `${ahead} in ${days} days, on ${day}` : `${over} ${-days} days ago, on ${day}`;
};

interface Words {
  text: string[];
  action: { href: string; words: string };
}

/** `days`: days until the due date, negative after it. */
type ReminderTextOf = (reminder: ReminderMailData, days: number, settings: MailSettings) => Words;

const ifSold =
  'If you sell it, its tax ends with the sale. DVLA refunds you the full months left, and the buyer must tax it again.';

const taxWords: ReminderTextOf = ({ registration, dueOn, inUse }, days, settings) => ({
  text: [
    days >= 0
      ? `Tax it by ${formatDate(dueOn)}. If you pay by Direct Debit, it renews automatically and there is nothing to do.`
      : 'A vehicle without tax must not be driven or parked on a public road. If you have taxed it since, DVLA’s record does not show it yet.',
    'DVLA’s penalty for an untaxed vehicle is £80, or £40 if it is paid within 33 days.',
    ifSold,
  ],
  action: inUse
    ? { href: taxPage, words: 'Tax it on GOV.UK' }
    : { href: reportUrlOf(settings, registration), words: 'See what DVLA says' },
});

const motWords: ReminderTextOf = ({ registration, dueOn, sorn }, days, settings) => {
  const first = earliestMotTestDay(dueOn);
  const next = formatDate(addMonths(dueOn, 12));
  const fine = 'Driving without a valid MOT is illegal, except to a booked test. The fine is up to £1,000.';
  const keep =
    addDays(dueOn, -days) < first
      ? `Have it tested from ${formatDate(first)} and it keeps its date: the new certificate runs until ${next}. Tested earlier, it runs for a year from the test.`
      : `Have it tested now and it keeps its date: the new certificate runs until ${next}.`;
  const action = { href: reportUrlOf(settings, registration), words: 'See its last test' };
  if (sorn) {
    const off =
      'It is declared off the road (SORN) and needs no MOT while it stays there. It needs one before it is driven again, except to a booked test.';
    return { text: days >= 0 ? [off, keep] : [off], action };
  }
  const since = 'If it has been tested since, DVSA’s record does not show it yet.';
  return { text: days >= 0 ? [keep, fine] : [since, fine], action };
};

const insuranceWords: ReminderTextOf = (_, days, settings) => ({
  text:
    days >= 0
      ? [
          'Compare prices before it renews automatically: the price you are offered may not be the best.',
          'A taxed vehicle must be insured even when you do not drive it.',
        ]
      : [
          'Driving without insurance is illegal. A taxed vehicle must be insured even when you do not drive it.',
          'If you have renewed it, enter the new date and we will remind you again.',
        ],
  action: { href: dashboardUrlOf(settings), words: 'Enter the next date' },
});

const servicingWords: ReminderTextOf = (_, days, settings) => ({
  text:
    days >= 0
      ? ['Book it in time: a gap in the service history costs you when you sell, and may void the warranty.']
      : ['If it has been serviced, enter the next date and we will remind you again.'],
  action: { href: dashboardUrlOf(settings), words: 'Enter the next date' },
});

const wordsOf = {
  tax: taxWords,
  mot: motWords,
  insurance: insuranceWords,
  servicing: servicingWords,
} satisfies Record<ReminderKind, ReminderTextOf>;

const sourceOf = ({ source, readAt }: ReminderMailData): string => {
  if (source === 'member') return readAt === null ? 'The date you gave us' : `You, on ${formatInstant(readAt)}`;
  return readAt === null ? sourceLabel(source) : `${sourceLabel(source)}, read on ${formatInstant(readAt)}`;
};

/** Shown for a date whose register has not responded since it was read. */
const Old = ({ reminder: { source, readAt, registration }, now, settings }: ReminderFacts) => {
  if (source === 'member' || readAt === null || now.getTime() - readAt.getTime() < oldAfterMs) return null;
  return (
    <MailParagraph>
      {sourceLabel(source)} has not responded since then, so the date may have moved. Before you rely on it,{' '}
      <MailLink href={reportUrlOf(settings, registration)}>look at its report again</MailLink>
    </MailParagraph>
  );
};

interface ReminderFacts {
  reminder: ReminderMailData;
  now: Date;
  settings: MailSettings;
}

/** Builds the reminder for the day on which it is sent, including one that is late. */
export const reminderEmail = (
  { reminder, token, settings }: { reminder: ReminderMailData; token: string; settings: MailSettings },
  now: Date,
): EmailContent => {
  const { registration, name, kind, dueOn, lead } = reminder;
  const today = londonDate(now);
  const planned = addDays(dueOn, -lead);
  const days = daysBetween(today, dueOn);
  const plate = formatRegistration(registration);
  const title = `${whats[kind].name} for ${plate} ${whenOf(kind, days, dueOn)}`;
  const { text, action } = wordsOf[kind](reminder, days, settings);
  return {
    subject: title,
    automatic: 'auto-generated',
    unsubscribeUrl: unsubscribeUrlOf(settings, token),
    document: (
      <MailFrame settings={settings} title={title} preheader={text[0] ?? title} plate={plate}>
        <MailLabelledValues
          rows={[
            ['Vehicle', name === null ? plate : `${plate}, ${name}`],
            [kind === 'insurance' ? 'Ends' : 'Due', formatDate(dueOn)],
            ['Source', sourceOf(reminder)],
          ]}
        />
        {today > planned ? (
          <MailParagraph>
            This reminder is late: it should have come on {formatDate(planned)}. We are sorry.
          </MailParagraph>
        ) : null}
        <Old reminder={reminder} now={now} settings={settings} />
        {text.map((paragraph) => (
          <MailParagraph key={paragraph}>{paragraph}</MailParagraph>
        ))}
        <MailActionButton href={action.href}>{action.words}</MailActionButton>
        <UnsubscribeFooter settings={settings} what="reminders" registration={registration} token={token} />
      </MailFrame>
    ),
  };
};

/** Evaluated again when sent, like its text: the date may have moved, or the member may have opted out. */
export const buildReminderEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const stored = subjectId === null ? null : await findReminderMailData(em, subjectId);
  const row = subjectId === null ? null : await findReminder(em, subjectId);
  if (!stored || !row) return { skip: 'subject-deleted' };
  // Mails do not wait for quiet hours: this one was queued outside them.
  const { verdict } = await evaluateStoredReminder(em, row, now);
  if (verdict.state === 'skip') return { skip: verdict.reason };
  const reminder = mailedReminder(stored);
  if (!reminder) return { skip: 'not-needed' };
  const token = unsubscribeToken({ userId: stored.userId, stream: 'reminder' }, await unsubscribeSigningKey(em));
  return reminderEmail({ reminder, token, settings }, now);
};

/** Returns null if the date has no named source. */
const mailedReminder = (stored: ReminderWithCarData): ReminderMailData | null => {
  const { registration, kind, dueOn, lead, record } = stored;
  const dueOf = (which: typeof kind) => stored.dueDates.find((due) => due.kind === which);
  const due = dueOf(kind);
  if (!due || due.source === null) return null;
  const sorn = dueOf('tax')?.noDateReason === 'sorn';
  return {
    registration,
    name: record && nameOf(record),
    kind,
    dueOn,
    lead,
    source: due.source,
    readAt: due.fetchedAt,
    sorn,
    inUse: !sorn,
  };
};

const nameOf = (record: VehicleRecord): string | null => {
  const { colour, make, model } = vehicleName(record);
  const name = [colour?.toLowerCase(), make, model].filter((part) => part !== null && part !== undefined).join(' ');
  return name === '' ? null : name;
};
