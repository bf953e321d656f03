import { sentenceCase } from '@ve/domain/kernel/text/phrases';
import { Row } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Text } from '@ve/ui/text/text';
import type { VehicleLookupState } from './vehicle-lookup.query.ts';

/** The vehicle of the sign-up: its plate and, once known, its description. */
export function SignUpVehicleHeading({ registration, lookup }: { registration: string; lookup: VehicleLookupState }) {
  const vehicle = lookup.state === 'found' ? lookup.vehicle : null;
  const { make = null, yearOfManufacture: year = null, colour = null } = vehicle ?? {};
  const facts = [make, year === null ? null : String(year), colour === null ? null : sentenceCase(colour)];
  return (
    <Row $gap={16}>
      <Plate registration={registration} size="m" />
      <Text>{facts.filter((fact) => fact !== null).join(', ')}</Text>
    </Row>
  );
}
