import { type MileageTimeline, countReadingsInOrder } from '../vehicle/mileage/mileage-timeline.ts';
import { motState } from '../vehicle/mot/mot-state.ts';
import { taxOfRecord } from '../vehicle/tax/tax-of-record.ts';
import { formatDate } from '../kernel/time/format-date.ts';
import type { AdviceCause } from './causes.ts';
import type { AdviceCauseAnswer } from './decision-causes.ts';
import { formatCountWithNoun, formatEnumeration, endWithFullStop } from '../kernel/text/phrases.ts';
import type { DecisionFinding } from './decision.ts';
import type { DecisionVerdict } from './decision.ts';
import type { UnansweredFreeCheck } from './unanswered-free-checks.ts';
import { sourcedValue, recordAndCheckValues } from '../vehicle/record/sourced-values.ts';
import { sourceLabel } from '../vehicle/record/source-messages.ts';
import type { SourceName } from '../vehicle/record/vehicle-record.ts';
import type { ReportInput } from '../vehicle/record/report-input.ts';

/** The input for the messages of a decision. */
export interface DecisionSituation extends ReportInput {
  verdict: DecisionVerdict;
  causes: readonly AdviceCauseAnswer[];
  /** All findings, most serious first. */
  found: readonly DecisionFinding[];
  gaps: readonly UnansweredFreeCheck[];
  asking: readonly SourceName[];
  timeline: MileageTimeline | null;
}

/** The headline before the full check, unless a free source already gave a cause of the buying advice. */
const titleBeforeFullCheck = 'Not yet checked: theft, finance, write-off';

export function decisionTitle({ verdict, found, asking, fullCheck }: DecisionSituation): string {
  if (verdict === 'FAILED' || verdict === 'WARNING')
    return found[0] === undefined ? verdict : `${verdict}: ${found[0].phrase}`;
  if (fullCheck === null) return titleBeforeFullCheck;
  switch (verdict) {
    case 'PASSED':
      return found.length === 0 ? verdict : `${verdict}, ${thingsFound(found, asking)}`;
    case 'LOOK INTO':
      return thingsFound(found, asking);
    case 'INCOMPLETE':
      return 'Not everything could be checked';
    case 'NOTHING FOUND':
    case 'ASKING':
      return 'Nothing found so far';
  }
}

/** `3 things to look into so far` */
const thingsFound = (found: readonly DecisionFinding[], asking: readonly SourceName[]): string =>
  `${formatCountWithNoun(found.length, 'thing')} to look into${asking.length > 0 ? ' so far' : ''}`;

/** One plain sentence with its numbers. */
export function decisionSentence(situation: DecisionSituation): string {
  const { verdict, found, gaps, asking, fullCheck } = situation;
  const others = found.length - 1;
  switch (verdict) {
    case 'FAILED':
    case 'WARNING': {
      const lead = (found[0]?.lead ?? found[0]?.text ?? '').replace(/\.$/, '');
      const more =
        others === 0
          ? ''
          : `, and there ${others === 1 ? 'is' : 'are'} ${formatCountWithNoun(others, 'more thing')} to look into`;
      return endWithFullStop(`${lead}${more}`);
    }
    case 'LOOK INTO': {
      const alone = found.length === 1 && gaps.length === 0 && asking.length === 0 && fullCheck === null;
      const rest = alone ? ', and nothing else in the free checks' : gaps.length === 0 ? '' : `; ${missing(situation)}`;
      const named = `${phrases(found)}${rest}`;
      return endWithFullStop(fullCheck === null ? `${thingsFound(found, asking)}: ${named}` : capital(named));
    }
    case 'NOTHING FOUND':
      return endWithFullStop(
        `Nothing found in the free checks: ${formatEnumeration([...goodNews(situation), 'not scrapped, exported or imported'])}`,
      );
    case 'PASSED': {
      const none = clearOf(situation);
      // Findings come first: a pass by the buying advice must not keep the buyer from reading them.
      if (found.length > 0) return endWithFullStop(capital([phrases(found), ...none].join('; ')));
      return endWithFullStop(capital(formatEnumeration([...none, ...goodNews(situation)])));
    }
    case 'INCOMPLETE': {
      const known = [...(found.length === 0 ? [] : [phrases(found)]), ...clearOf(situation)].join('; ');
      return endWithFullStop(`${capital(known || 'nothing was found')}, but ${missing(situation)}`);
    }
    case 'ASKING': {
      const sources = [...new Set(asking)].map(sourceLabel);
      return endWithFullStop(
        `${formatEnumeration(sources)} ${sources.length === 1 ? 'has' : 'have'} not answered yet; nothing was found so far`,
      );
    }
  }
}

/** The subjects of a full check, in the order of the sentence. */
const checkedFor = [
  ['theft', ['police-stolen', 'insurance-stolen']],
  ['write-off', ['written-off']],
  ['finance', ['finance']],
  ['scrapping', ['scrapped', 'unscrapped']],
] as const satisfies [string, AdviceCause[]][];

/**
 * `no theft, write-off, finance or scrapping on record`: the subjects that the full check found clear; empty if none.
 */
function clearOf({ fullCheck, causes }: DecisionSituation): string[] {
  const isClear = (cause: AdviceCause) => causes.some((answer) => answer.cause === cause && answer.state === 'no');
  const clear = checkedFor.flatMap(([name, those]) => (those.every(isClear) ? [name] : []));
  return fullCheck?.vdi.state !== 'found' || clear.length === 0
    ? []
    : [`no ${formatEnumeration(clear).replace(' and ', ' or ')} on record`];
}

/** A sentence on what the full check found clear, if the verdict's own sentence is about findings; otherwise null. */
export function clearChecksSentence(situation: DecisionSituation): string | null {
  const [clear] = clearOf(situation);
  return clear !== undefined && /FAILED|WARNING/.test(situation.verdict) ? endWithFullStop(capital(clear)) : null;
}

/** The three most serious findings, in a few words each. */
function phrases(found: readonly DecisionFinding[]): string {
  const rest = found.length - 3;
  return formatEnumeration([...found.slice(0, 3).map(({ phrase }) => phrase), ...(rest > 0 ? [`${rest} more`] : [])]);
}

/** The sources that did not respond, and what is therefore unknown. */
function missing({ record, fullCheck, causes, gaps }: DecisionSituation): string {
  const unread = () => null;
  const asked = [
    sourcedValue(record.licensing, unread),
    sourcedValue(record.testing, unread),
    ...recordAndCheckValues({ record, fullCheck }, unread, unread),
  ];
  const inState = (wanted: 'unavailable' | 'not-held') => {
    const those = asked.filter(({ section }) => section.state === wanted);
    // A source without any answer is named as a whole, otherwise only its missing parts are named.
    const isWhole = (source: SourceName) =>
      asked.every(({ section }) => section.source !== source || section.state === wanted);
    return [...new Set(those.map(({ section, who }) => (isWhole(section.source) ? sourceLabel(section.source) : who)))];
  };
  const [silent, empty] = [inState('unavailable'), inState('not-held')];
  const unanswered = fullCheck === null ? [] : causes.filter(({ state }) => state !== 'no' && state !== 'yes');
  const unknown = [
    ...unanswered.map(({ cause }) => adviceCauseNames[cause]),
    ...gaps.flatMap(({ what }) => what ?? []),
  ];
  const what = formatEnumeration([...new Set(unknown)]);
  const who = [
    ...(silent.length === 0 ? [] : [`${formatEnumeration(silent)} did not answer`]),
    ...(empty.length === 0
      ? []
      : [`${formatEnumeration(empty)} ${empty.length === 1 ? 'holds' : 'hold'} no record of it`]),
  ];
  if (who.length === 0) return `no register could tell us about ${what}`;
  return `${formatEnumeration(who)}${what === '' ? '' : `; nothing is known about ${what}`}`;
}

/** The subject of each unanswered cause. */
export const adviceCauseNames: Record<AdviceCause, string> = {
  'police-stolen': 'theft',
  'insurance-stolen': 'theft',
  'written-off': 'write-offs',
  scrapped: 'scrapping',
  unscrapped: 'scrapping',
  'identity-inspection': 'identity checks',
  finance: 'finance',
  exported: 'export',
  imported: 'import',
  mileage: 'mileage',
};

function goodNews({ record, today, timeline }: DecisionSituation): string[] {
  const readings = timeline === null ? null : countReadingsInOrder(timeline);
  const tax = taxOfRecord(record, today);
  const mot = motState(record, today);
  return [
    ...(tax.state === 'valid' ? ['taxed'] : []),
    ...(mot.state === 'valid' && mot.expiryDate !== null ? [`MOT until ${formatDate(mot.expiryDate)}`] : []),
    ...(mot.state === 'not-due' && mot.expiryDate !== null
      ? [`first MOT not due until ${formatDate(mot.expiryDate)}`]
      : []),
    ...(readings === null ? [] : [`${formatCountWithNoun(readings, 'mileage reading')} in order`]),
  ];
}

/** The next step before a full check, after the steps of the findings. */
export const unlockFirstMessage =
  'Unlock the full check before you pay: it asks about theft, finance, write-off and value.';

/** The next step: that of the most serious finding, then before a full check the check, unless the verdict is FAILED. */
export function nextStepSentence({ verdict, found, fullCheck, record }: DecisionSituation): string {
  const [first] = found;
  if (first !== undefined) {
    return fullCheck === null && verdict !== 'FAILED' ? `${first.next} ${unlockFirstMessage}` : first.next;
  }
  switch (verdict) {
    case 'PASSED':
      return 'See the car and its V5C, and compare the last five characters of its VIN with this report before you pay.';
    case 'INCOMPLETE':
      if (fullCheck === null) {
        const isPassing = [record.licensing, record.testing, record.specification].some(
          ({ state }) => state === 'unavailable',
        );
        return isPassing
          ? 'Look at this report again in a few minutes, before you decide.'
          : 'Before you decide, ask the seller about what is missing, and ask to see the papers.';
      }
      return 'What is missing is not a pass: ask the seller about it, and look at this report again before you pay.';
    case 'ASKING':
      return 'Wait for the other answers before you decide.';
    case 'FAILED':
    case 'WARNING':
    case 'LOOK INTO':
    case 'NOTHING FOUND':
      return unlockFirstMessage;
  }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
