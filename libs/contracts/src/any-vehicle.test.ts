import { expect, test } from '@jest/globals';
import { arbitraryFullCheck, arbitraryVehicleRecord } from '@ve/domain/testing/any-vehicle';
import fc from 'fast-check';
import { fullCheckSchema } from './full-check.ts';
import { vehicleRecordSchema } from './vehicle-record.ts';

test('the schemas accept every vehicle that the tests of rules and pages generate', () => {
  fc.assert(
    fc.property(arbitraryVehicleRecord, arbitraryFullCheck, (record, fullCheck) => {
      expect(vehicleRecordSchema.parse(record)).toEqual(record);
      expect(fullCheckSchema.parse(fullCheck)).toEqual(fullCheck);
    }),
    { numRuns: 50 },
  );
});
