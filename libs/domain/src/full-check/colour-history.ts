import { firstSourcedDatum } from '../vehicle/record/datum.ts';
import { sentenceCase } from '../kernel/text/phrases.ts';
import type { FullCheck } from '../vehicle/record/full-check.ts';
import { highestReportedCount, recordAndCheckValues } from '../vehicle/record/sourced-values.ts';
import type { ColourChange, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { vehicleColourCandidates } from '../vehicle/facts/vehicle-facts.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import type { RegisterChangeHistory } from './register-change-history.ts';
import { cssColourOfName } from './css-colour-of-name.ts';
import { toComparableText, changeCountText, valueIfAgreeing, mergeChanges } from './merge-changes.ts';
import { sentenceCaseOrNull, largerOfCountAndListed, formatDateOrNull } from './register-values.ts';

export interface ColourEntry {
  /** The last day of this colour; null if unknown, or for the present colour. */
  until: IsoDate | null;
  /** `Red`; null if the register does not name it. */
  colour: string | null;
  /** A CSS colour, safe in a style; null for an unknown name. */
  swatch: string | null;
  words: string;
}

export interface ColourHistory extends RegisterChangeHistory<ColourEntry> {
  present: ColourEntry | null;
}

/**
 * The colours of a vehicle, newest first, from the vehicle record and the full check. Before a full check no change is
 * returned, even if the record has some: the row `Colour Changes` is locked until then (specification, section 2).
 */
export function colourHistory(record: VehicleRecord, fullCheck: FullCheck | null): ColourHistory {
  const now = firstSourcedDatum(vehicleColourCandidates(record), sentenceCase).value;
  const present = now === null ? null : { until: null, colour: now, swatch: cssColourOfName(now), words: `${now} now` };
  if (fullCheck === null) {
    return { source: null, at: null, why: null, disagreement: null, count: null, words: null, changes: [], present };
  }
  const latest = (change: ColourChange | null) => (change === null ? [] : [change]);
  const { value, ...agreed } = highestReportedCount(
    recordAndCheckValues(
      { record, fullCheck },
      (data) => largerOfCountAndListed(data.colourChangeCount, data.colourChanges.filter(hasColour)),
      (data) => largerOfCountAndListed(data.colourChangeCount, latest(data.latestColourChange).filter(hasColour)),
    ),
  );
  const [inRecord, inCheck] = recordAndCheckValues(
    { record, fullCheck },
    (data) => data.colourChanges,
    (data) => latest(data.latestColourChange),
  ).map((list) => (list.value ?? []).filter(hasColour));
  const changes = mergeChanges(inRecord ?? [], inCheck ?? [], {
    join,
    agreed: agreed.disagreement === null ? value : null,
  }).map(entry);
  const count = value === null ? null : Math.max(value, changes.length);
  return {
    ...agreed,
    count,
    words: changeCountText(
      count,
      changes.map(({ until }) => until),
    ),
    changes,
    present,
  };
}

function hasColour({ previousColour, date }: ColourChange): boolean {
  return cleanRegisterText(previousColour) !== null || date !== null;
}

function join(a: ColourChange, b: ColourChange): ColourChange | null {
  if (valueIfAgreeing(toComparableText(a.previousColour), toComparableText(b.previousColour)) === undefined)
    return null;
  return { previousColour: cleanRegisterText(a.previousColour) ?? b.previousColour, date: a.date ?? b.date };
}

function entry({ previousColour, date }: ColourChange): ColourEntry {
  const colour = sentenceCaseOrNull(previousColour);
  const until = formatDateOrNull(date);
  const when = until === null ? ', date not recorded' : `${colour === null ? ',' : ''} until ${until}`;
  return { until: date, colour, swatch: cssColourOfName(colour), words: `${colour ?? 'Another colour'}${when}` };
}
