import type { IsoDate, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { vehicleName } from '@ve/domain/report/vehicle-name';
import { isZeroEmission } from '@ve/domain/report/zero-emission';
import { Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, Muted } from '@ve/ui/text/text';
import { messages } from '../messages.en-gb.ts';
import { useIsSample } from '../sample/sample.tsx';
import { RailActions } from './actions.tsx';
import { Verdict } from './verdict.tsx';

/** Plate, vehicle name, verdict and actions. */
export function Rail({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const isSample = useIsSample();
  const { make, model, colour, year } = vehicleName(record);
  const named = [make, model].filter((part) => part !== null).join(' ');
  return (
    <>
      <Stack $gap={8} $align="start">
        <Plate registration={record.registration} size="l" zeroEmission={isZeroEmission(record)} />
        <Heading level={1} size="l">
          {isSample ? messages.sample.heading : named === '' ? messages.unnamed : named}
        </Heading>
        <Muted>{[isSample ? named : null, colour, year].filter((part) => part !== null).join(' · ')}</Muted>
      </Stack>
      <Verdict record={record} today={today} />
      <RailActions registration={record.registration} />
    </>
  );
}
