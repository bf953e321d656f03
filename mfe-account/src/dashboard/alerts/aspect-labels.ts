import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { MonitorAspectFinding, readWatchFindingsEndpoint } from '@ve/contracts/http/monitoring/watch';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { formatDate, formatInstant } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import type { StatusTone } from '@ve/ui/status/status';
import { formatMonthAndYear } from '../format-month-name.ts';
import { pumpFuelLabel, formatTenthsOfPenny } from './event-messages.ts';
import { financeAgreementsLabel } from './finance-labels.ts';

type Aspect = EndpointAnswerBody<typeof readWatchFindingsEndpoint>['aspects'][number];

interface StatusLabel {
  tone: StatusTone;
  word: string;
}

const days = (count: number): string => (count === 1 ? 'every day' : `every ${count} days`);

/** How often a source is checked. */
const often: Record<Aspect['aspect'], (everyDays: number) => string> = {
  tax: (count) => `Checked ${days(count)}, and on the days around its date.`,
  mot: (count) =>
    `We check DVSA’s file of new tests every day, and the car itself ${days(count)} and on the days around its date.`,
  recall: (count) => `We check DVSA’s list ${days(count)}.`,
  value: (count) => `Checked ${days(count)}.`,
  finance: (count) => `Checked ${days(count)}.`,
  keepers: (count) => `Checked ${days(count)}.`,
  petrol: (count) => `Compared ${days(count)}.`,
};

/** The service does not distinguish the two reasons. */
const noPrice = 'No station near your postcode reports a price, or no register says which fuel your car takes.';

const soon = 'We first check it in a few minutes.';

const unread: Record<Exclude<Aspect['state'], 'read'> | NonNullable<Aspect['because']>, StatusLabel> = {
  'not-read': { tone: 'unknown', word: 'Not checked yet' },
  'not-held': { tone: 'unknown', word: 'None on record' },
  unavailable: { tone: 'warn', word: 'No answer last time' },
  'after-trial': { tone: 'unknown', word: 'After the trial' },
  'payment-due': { tone: 'warn', word: 'Paused until you pay' },
  off: { tone: 'unknown', word: 'Not watched' },
};

const taxTones: Readonly<Record<string, StatusTone>> = { Taxed: 'pass', SORN: 'warn' };

/** The last result of a source, as a status; null where the source left it out. */
function statusOf(found: MonitorAspectFinding, asOf: IsoDate): StatusLabel | null {
  switch (found.of) {
    case 'tax':
      return found.status === null ? null : { tone: taxTones[found.status] ?? 'fail', word: found.status };
    case 'mot':
      if (found.dueOn === null) return null;
      return found.dueOn < asOf
        ? { tone: 'fail', word: `Was due ${formatDate(found.dueOn)}` }
        : { tone: 'pass', word: `Due ${formatDate(found.dueOn)}` };
    case 'recall':
      return found.campaigns === 0
        ? { tone: 'info', word: 'None listed' }
        : { tone: 'warn', word: `${formatCountWithNoun(found.campaigns, 'recall')} may apply` };
    case 'value':
      return { tone: 'info', word: `About ${formatPounds(found.pence)} in ${formatMonthAndYear(found.month)}` };
    case 'finance':
      return financeAgreementsLabel(found.agreements);
    case 'keepers':
      return found.keepers === null
        ? null
        : { tone: 'info', word: formatCountWithNoun(found.keepers, 'previous keeper') };
    case 'petrol':
      return { tone: 'info', word: `${pumpFuelLabel(found.fuel)}, ${formatTenthsOfPenny(found.pencePerLitreTenths)}` };
  }
}

/** The state of one watched aspect as a status, with the times of the last and the next check. */
export function watchedAspectLabel(
  { state: broadly, because, readAt, nextCheckAt, everyDays, found }: Aspect,
  aspect: Aspect['aspect'],
  asOf: IsoDate,
): StatusLabel & { lines: string[] } {
  const state = because ?? broadly;
  if (state === 'off') return { ...unread.off, lines: [] };
  if (state === 'after-trial') return { ...unread[state], lines: ['We watch it from your first full month.'] };
  if (state === 'payment-due') {
    return { ...unread[state], lines: readAt === null ? [] : [`Last checked on ${formatInstant(readAt)}.`] };
  }
  const rhythm = everyDays === null ? [] : [often[aspect](everyDays)];
  if (state === 'read' && readAt !== null) {
    const status = (found === null ? null : statusOf(found, asOf)) ?? { tone: 'info', word: 'Checked' };
    return { ...status, lines: [`Checked on ${formatInstant(readAt)}.`, ...rhythm] };
  }
  const nextDay = nextCheckAt === null ? null : londonDate(new Date(nextCheckAt));
  const isLater = nextDay !== null && nextDay > asOf;
  if (state === 'not-read') {
    return { ...unread[state], lines: [isLater ? `We first check it on ${formatDate(nextDay)}.` : soon, ...rhythm] };
  }
  return {
    ...unread[state === 'not-held' ? state : 'unavailable'],
    lines: [
      ...(aspect === 'petrol' && state === 'not-held' ? [noPrice] : []),
      ...(isLater ? [`We ask again on ${formatDate(nextDay)}.`] : []),
      ...rhythm,
    ],
  };
}
