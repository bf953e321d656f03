import { type DatumCandidate, datumCandidateFrom } from './datum.ts';
import type { VehicleRecord } from './vehicle-record.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

export interface FirstRegistrationDate {
  date: IsoDate;
  /** False if only the month is known; the date is then the first day of that month. */
  exact: boolean;
}

const onTheDay = (date: IsoDate | null): FirstRegistrationDate | null => (date === null ? null : { date, exact: true });

/** Sources of the date of first registration: exact dates before DVLA's month. */
export function firstRegistrationCandidates({
  licensing,
  testing,
  specification,
}: VehicleRecord): DatumCandidate<FirstRegistrationDate>[] {
  return [
    datumCandidateFrom(specification, (data) => onTheDay(data.dateFirstRegistered)),
    // A used import was first used abroad, before it was registered in the UK.
    datumCandidateFrom(testing, ({ registrationDate, firstUsedDate }) =>
      onTheDay([registrationDate, firstUsedDate].filter((day) => day !== null).toSorted()[0] ?? null),
    ),
    datumCandidateFrom(licensing, ({ monthOfFirstRegistration: month }) =>
      month !== null && /^\d{4}-\d{2}$/.test(month) ? { date: `${month}-01`, exact: false } : null,
    ),
  ];
}
