import type { FullCheck } from '../vehicle/record/full-check.ts';
import { highestReportedCount, recordAndCheckValues } from '../vehicle/record/sourced-values.ts';
import type { PlateChange, SpecificationData, VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import type { IsoDate } from '../kernel/time/iso-date.ts';
import { formatRegistration } from '../kernel/registration/format-registration.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import type { RegisterChangeHistory } from './register-change-history.ts';
import { changeCountText, valueIfAgreeing, mergeChanges } from './merge-changes.ts';
import { largerOfCountAndListed, formatDateOrNull } from './register-values.ts';

export interface PlateEntry {
  date: IsoDate | null;
  /** With the spacing of a plate. */
  from: string | null;
  to: string | null;
  /** `From KP08 KPR to K1 NGS on 3 March 2019` */
  words: string;
}

/** The plates of a vehicle, from the vehicle record and, once made, the full check. */
export function plateHistory(record: VehicleRecord, fullCheck: FullCheck | null): RegisterChangeHistory<PlateEntry> {
  const { value, ...agreed } = highestReportedCount(
    recordAndCheckValues({ record, fullCheck }, plateChangeCountOf, plateChangeCountOf),
  );
  const lists = recordAndCheckValues({ record, fullCheck }, plateChangesOf, plateChangesOf).map((list) =>
    (list.value ?? []).map(plain).filter(hasPlate),
  );
  const changes = mergeChanges(lists[0] ?? [], lists[1] ?? [], {
    join,
    agreed: agreed.disagreement === null ? value : null,
  }).map(entry);
  const count = value === null ? null : Math.max(value, changes.length);
  return {
    ...agreed,
    count,
    words: changeCountText(
      count,
      changes.map(({ date }) => date),
    ),
    changes,
  };
}

type PlateChanges = Pick<SpecificationData, 'plateChanges' | 'plateChangeCount'>;

const plateChangesOf = ({ plateChanges }: PlateChanges) => plateChanges;

const plateChangeCountOf = ({ plateChanges, plateChangeCount }: PlateChanges) =>
  largerOfCountAndListed(plateChangeCount, plateChanges);

function plain({ currentRegistration, previousRegistration, date }: PlateChange): PlateChange {
  const plate = (text: string | null) => cleanRegisterText(text)?.toUpperCase().replaceAll(' ', '') ?? null;
  return { currentRegistration: plate(currentRegistration), previousRegistration: plate(previousRegistration), date };
}

function hasPlate({ currentRegistration, previousRegistration, date }: PlateChange): boolean {
  return currentRegistration !== null || previousRegistration !== null || date !== null;
}

function join(a: PlateChange, b: PlateChange): PlateChange | null {
  const currentRegistration = valueIfAgreeing(a.currentRegistration, b.currentRegistration);
  const previousRegistration = valueIfAgreeing(a.previousRegistration, b.previousRegistration);
  if (currentRegistration === undefined || previousRegistration === undefined) return null;
  return { currentRegistration, previousRegistration, date: a.date ?? b.date };
}

function entry({ currentRegistration, previousRegistration, date }: PlateChange): PlateEntry {
  const from = previousRegistration === null ? null : formatRegistration(previousRegistration);
  const to = currentRegistration === null ? null : formatRegistration(currentRegistration);
  const when = formatDateOrNull(date);
  const plates = `${from === null ? '' : ` from ${from}`}${to === null ? '' : ` to ${to}`}`;
  const words = `Changed${plates}${when === null ? ', date not recorded' : ` on ${when}`}`;
  return { date, from, to, words };
}
