import { reportedWriteOffs, splitTheftByRegister } from '../../full-check/findings.ts';
import { sentenceCaseOrNull, policeForceNameOrNull } from '../../full-check/register-values.ts';
import { salvageCategoryOf } from '../../full-check/salvage-category.ts';
import { formatCountWithNoun, inlineRegisterText } from '../../kernel/text/phrases.ts';
import type { FullCheck } from '../../vehicle/record/full-check.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { addMonths, isCalendarDay } from '../../kernel/time/london-date.ts';
import type { SourcedHistoryEvent } from './history-event.ts';

/** In months; a longer term is a register's error. */
const maxTermMonths = 120;

/** The events that only the registers of police, insurers and lenders have, and so only a full check. */
export function fullCheckHistoryEvents(fullCheck: FullCheck | null): SourcedHistoryEvent[] {
  if (fullCheck?.vdi.state !== 'found') return [];
  const section = fullCheck.vdi;
  const { data } = section;
  const eventOf = (event: Omit<SourcedHistoryEvent, 'section' | 'isFromCheck'>): SourcedHistoryEvent => ({
    ...event,
    section,
    isFromCheck: true,
  });
  return [
    ...reportedWriteOffs(fullCheck).map(({ lossDate, enteredOn, lossType, category }) => {
      const { letter } = salvageCategoryOf(category);
      const entered =
        lossDate !== null && enteredOn !== null && enteredOn !== lossDate && isCalendarDay(enteredOn)
          ? `Entered in the insurers’ register on ${formatDate(enteredOn)}.`
          : null;
      const cause = sentenceCaseOrNull(lossType);
      return eventOf({
        kind: 'loss',
        date: lossDate ?? enteredOn,
        dated: lossDate === null ? 'entered' : 'happened',
        title: `${lossDate === null ? 'A loss recorded by an insurer' : 'An insurance loss'}${letter === null ? '' : `: category ${letter}`}`,
        detail: [cause === null ? null : `${cause}.`, entered].filter((part) => part !== null).join(' ') || null,
        level: 'bad',
      });
    }),
    ...beyond(data.writtenOff === true ? Math.max(1, data.writeOffCount ?? 0) : data.writeOffCount, data.writeOffs, {
      kind: 'loss',
      one: 'loss to an insurer',
      many: 'losses to insurers',
    }).map(eventOf),
    ...theft(data).map(eventOf),
    ...data.finance.map(({ agreementDate, type, company, termMonths }) => {
      const lender = inlineRegisterText(company);
      const kind = sentenceCaseOrNull(type);
      return eventOf({
        kind: 'finance',
        date: agreementDate,
        until: endOf(agreementDate, termMonths),
        title: `A finance agreement${lender === null ? '' : ` with ${lender}`}`,
        detail:
          [
            kind,
            termMonths === null || termMonths <= 0 ? null : `${formatCountWithNoun(termMonths, 'month')} from then`,
          ]
            .filter((part) => part !== null)
            .join(', ') || null,
        level: 'bad',
      });
    }),
    ...beyond(data.financeCount, data.finance, { kind: 'finance', one: 'finance agreement' }).map(eventOf),
    ...data.highRisk.map(({ date, type, company }) => {
      const who = inlineRegisterText(company);
      return eventOf({
        kind: 'finance',
        date,
        title: `A note on the register of vehicles at risk${who === null ? '' : ` by ${who}`}`,
        detail: sentenceCaseOrNull(type),
        level: 'look',
      });
    }),
    ...beyond(data.highRiskCount, data.highRisk, {
      kind: 'finance',
      one: 'note on the register of vehicles at risk',
      many: 'notes on the register of vehicles at risk',
    }).map(eventOf),
    ...(data.mileageAnomaly === true
      ? [eventOf({ kind: 'mileage', date: null, title: 'Its mileage is marked as an anomaly' })]
      : []),
  ];
}

interface Counted {
  kind: SourcedHistoryEvent['kind'];
  one: string;
  many?: string;
}

/** Entries that a register counts, or only marks, and does not list. */
function beyond(
  count: number | null,
  list: readonly unknown[],
  { kind, one, many = `${one}s` }: Counted,
): Omit<SourcedHistoryEvent, 'section' | 'isFromCheck'>[] {
  const missing = (count ?? 0) - list.length;
  const more = list.length === 0 ? '' : 'more ';
  return missing <= 0
    ? []
    : [
        {
          kind,
          date: null,
          title: `${formatCountWithNoun(missing, `${more}${one}`, `${more}${many}`)}, without details`,
        },
      ];
}

/** The day until which an agreement runs by its term. */
function endOf(from: IsoDate | null, months: number | null): IsoDate | null {
  if (from === null || !isCalendarDay(from) || months === null || months <= 0 || months > maxTermMonths) return null;
  return addMonths(from, months);
}

function theft(
  data: Parameters<typeof splitTheftByRegister>[0],
): Omit<SourcedHistoryEvent, 'section' | 'isFromCheck'>[] {
  const { police, insurers, insurerCount } = splitTheftByRegister(data);
  if (police !== true && insurers !== true) return [];
  const force = police === true ? policeForceNameOrNull(data.stolenPoliceForce) : null;
  const who = police === true ? 'to the police' : 'by an insurer';
  return [
    {
      kind: 'theft',
      date: data.stolenDate,
      title: police === true ? 'Reported stolen' : 'A theft recorded by an insurer',
      detail: force === null ? `Recorded ${who}.` : `${force}.`,
      level: 'bad',
    },
    // The one day that the response has is already listed above.
    ...beyond(insurerCount, police === true ? [] : [data.stolenDate], {
      kind: 'theft',
      one: 'theft recorded by an insurer',
      many: 'thefts recorded by insurers',
    }),
  ];
}
