import type { RecordSection, SourceName, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';

const sectionsOf = ({ licensing, testing, specification }: VehicleRecord): RecordSection<unknown>[] => [
  licensing,
  testing,
  specification,
];

export const pendingSources = (record: VehicleRecord): SourceName[] =>
  sectionsOf(record).flatMap(({ state, source }) => (state === 'asking' ? [source] : []));

/** The sections whose sources could not be read. */
export const unavailableSections = (record: VehicleRecord): RecordSection<unknown>[] =>
  sectionsOf(record).filter(({ state }) => state === 'unavailable');

/** A record whose fetch has ended: marks pending sections as unavailable. */
export function markPendingAsUnavailable(record: VehicleRecord): VehicleRecord {
  const ended = <T>(section: RecordSection<T>): RecordSection<T> =>
    section.state === 'asking' ? { ...section, state: 'unavailable', reason: 'timeout' } : section;
  return {
    ...record,
    licensing: ended(record.licensing),
    testing: ended(record.testing),
    specification: ended(record.specification),
  };
}
