import { defineEntity, p } from '@mikro-orm/postgresql';
import { postcodeFormatCheck } from '../../kernel/entity-columns.ts';

/** A petrol station of Fuel Finder. */
export const fuelStationEntity = defineEntity({
  name: 'FuelStation',
  tableName: 'fuel_stations',
  properties: {
    /** Fuel Finder's id. */
    nodeId: p.text().primary(),
    name: p.text(),
    brand: p.text().nullable(),
    address: p.text(),
    postcode: p.text(),
    latitude: p.double(),
    longitude: p.double(),
    motorway: p.boolean(),
    supermarket: p.boolean(),
    /** Temporarily; a permanently closed station is not stored. */
    temporarilyClosed: p.boolean(),
  },
  indexes: [{ name: 'fuel_stations_place_index', properties: ['latitude', 'longitude'] }],
  checks: [
    { name: 'fuel_stations_node_id_check', expression: 'length(node_id) >= 1 and length(node_id) <= 100' },
    {
      name: 'fuel_stations_words_check',
      expression: 'greatest(length(name), length(brand), length(address)) <= 300',
    },
    { name: 'fuel_stations_postcode_check', expression: postcodeFormatCheck('postcode') },
  ],
});
