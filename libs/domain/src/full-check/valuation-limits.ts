import { mileageOfRecord } from '../vehicle/mileage/mileage-of-record.ts';
import { formatThousands } from '../kernel/text/phrases.ts';
import type { FullCheck, Valuation } from '../vehicle/record/full-check.ts';
import type { VehicleRecord } from '../vehicle/record/vehicle-record.ts';
import { financeFinding, reportedWriteOffs, theftFinding, writeOffFinding } from './findings.ts';

/**
 * Compares the odometer with the mileage of the valuation. The prices are not adjusted, because there is no published
 * rule for that.
 */
export function valuationMileageText({ miles }: Pick<Valuation, 'miles'>, odometer: number | null): string {
  if (miles === null) return 'The source does not say what mileage its prices assume.';
  if (odometer === null) {
    return `The prices are for ${formatThousands(miles)} miles. Type today’s odometer reading under Mileage to compare.`;
  }
  const apart = odometer - miles;
  if (apart === 0) return `The odometer reads ${formatThousands(odometer)} miles, which is what the prices are for.`;
  const [more, worth] = apart > 0 ? ['more', 'less'] : ['fewer', 'more'];
  return `The odometer reads ${formatThousands(odometer)} miles, ${formatThousands(Math.abs(apart))} ${more} than the prices are for. They are not adjusted, as we know no published rule for that; expect it to be worth ${worth}.`;
}

/**
 * What the prices leave out: what the vendor never knows, and findings of this report that the prices do not reflect.
 */
export function valuationExclusions(record: VehicleRecord, fullCheck: FullCheck): string[] {
  const isOff = writeOffFinding(fullCheck).state === 'found' || reportedWriteOffs(fullCheck).length > 0;
  return [
    'Its condition, service history and extras.',
    ...(theftFinding(fullCheck).state === 'found'
      ? ['That it is recorded as stolen: it is not the seller’s to sell.']
      : []),
    ...(isOff ? ['That it was written off: such cars sell for less.'] : []),
    ...(financeFinding(fullCheck).state === 'found' ? ['The money that is owed on it.'] : []),
    ...(mileageOfRecord(record)?.confidence === 'inconsistent' ? ['That its mileage readings do not agree.'] : []),
  ];
}
