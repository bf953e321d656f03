import { defineEntity, p } from '@mikro-orm/postgresql';
import type { PumpFuel } from '@ve/domain/vehicle/petrol/fuel';
import { instantColumn } from '../../kernel/entity-columns.ts';
import { fuelStationEntity } from './fuel-station.entity.ts';

/** Check for every fuel column. */
const fuelCheck = `fuel in ('E10', 'E5', 'B7_STANDARD', 'B7_PREMIUM', 'B10', 'HVO')`;

/** A station's price of a fuel. */
export const fuelPriceEntity = defineEntity({
  name: 'FuelPrice',
  tableName: 'fuel_prices',
  properties: {
    node: () =>
      p.manyToOne(fuelStationEntity).primary().fieldName('node_id').deleteRule('cascade').updateRule('no action'),
    fuel: p.text().$type<PumpFuel>().primary(),
    /** Tenths of a penny per litre: 1,359 is 135.9p. */
    tenthsPerLitre: p.integer(),
    /** When the retailer reported it. */
    reportedAt: instantColumn(),
  },
  checks: [
    { name: 'fuel_prices_fuel_check', expression: fuelCheck },
    { name: 'fuel_prices_tenths_per_litre_check', expression: 'tenths_per_litre >= 500 and tenths_per_litre <= 5000' },
  ],
});

/** The national prices of a day, because Fuel Finder has no history. */
export const fuelDailyPriceEntity = defineEntity({
  name: 'FuelDay',
  tableName: 'fuel_days',
  properties: {
    /** Calendar day in Europe/London. */
    day: p.date().primary(),
    fuel: p.text().$type<PumpFuel>().primary(),
    lowestTenthsPerLitre: p.integer(),
    medianTenthsPerLitre: p.integer(),
    stationCount: p.integer(),
  },
  checks: [
    { name: 'fuel_days_fuel_check', expression: fuelCheck },
    {
      name: 'fuel_days_tenths_check',
      expression: 'lowest_tenths_per_litre >= 500 and median_tenths_per_litre >= lowest_tenths_per_litre',
    },
    { name: 'fuel_days_station_count_check', expression: 'station_count >= 1' },
  ],
});
