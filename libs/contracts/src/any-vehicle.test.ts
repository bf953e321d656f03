import { expect, test } from '@jest/globals';
import { anyFullCheck, anyVehicleRecord } from '@ve/domain/testing/any-vehicle';
import fc from 'fast-check';
import { fullCheckSchema } from './full-check.ts';
import { vehicleRecordSchema } from './vehicle-record.ts';

test('the vehicles that rules and pages are held to are such as the schemas let through', () => {
  fc.assert(
    fc.property(anyVehicleRecord, anyFullCheck, (record, fullCheck) => {
      expect(vehicleRecordSchema.parse(record)).toEqual(record);
      expect(fullCheckSchema.parse(fullCheck)).toEqual(fullCheck);
    }),
    { numRuns: 50 },
  );
});
