import type { ReportForStaff } from '@ve/contracts/http/operations/admin-reports';
import { formatCountWithNoun, formatThousands } from '@ve/domain/kernel/text/phrases';
import { cleanRegisterText } from '@ve/domain/kernel/text/clean-register-text';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import type { ListedFact } from '@ve/ui/fact-list/fact-list';
import { messages } from './messages.en-gb.ts';

const inUnits = (unit: string) => (value: number) => `${formatThousands(value)} ${unit}`;

/** The columns of a saved report (specification section 3), which may differ from its record. */
export function savedReportFacts({ vehicle, taxStatus, motStatus, insuranceStatus }: ReportForStaff): ListedFact[] {
  const text = (label: string, value: string | null) => ({
    label,
    value: cleanRegisterText(value) ?? messages.notKnown,
  });
  const number = (label: string, value: number | null, show: (value: number) => string = String) =>
    text(label, value === null ? null : show(value));
  const date = (label: string, value: string | null) => text(label, value === null ? null : formatDateShort(value));
  return [
    text('Make', vehicle.vehicleMake),
    text('Model', vehicle.vehicleModel),
    text('Colour', vehicle.vehicleColor),
    number('Year of manufacture', vehicle.vehicleYear),
    text('Fuel type', vehicle.fuelType),
    text('Transmission', vehicle.transmission),
    number('Number of seats', vehicle.seats),
    number('Engine size', vehicle.engineSize, inUnits('cc')),
    number('BHP', vehicle.bhp, (bhp) => `${Math.round(bhp)} bhp`),
    number('Max speed', vehicle.maxSpeed, inUnits('mph')),
    number('Kerb weight', vehicle.kerbWeight, inUnits('kg')),
    number('Vehicle age', vehicle.vehicleAge, (years) => formatCountWithNoun(years, 'year')),
    text('Last 5 of VIN', vehicle.vinLast5),
    text('Engine number', vehicle.engineNumber),
    text('Euro status', vehicle.euroStatus),
    text('Tax status', taxStatus),
    date('Tax expiry', vehicle.taxExpiry),
    text('MOT status', motStatus),
    date('MOT expiry', vehicle.motExpiry),
    text('Insurance status', insuranceStatus),
    date('Last V5C issued', vehicle.lastVscDate),
  ];
}
