import { postcodeField } from '@ve/contracts/fields';
import { type PumpFuel, pumpFuels } from '@ve/domain/vehicle/petrol/fuel';
import * as z from 'zod/mini';
import type { HttpResponse } from '../http/http-exchange.ts';
import {
  answeredAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import { type FieldReader, createFieldReader } from '../platform/field-reader.ts';
import type { FetchedFuelPrice, FetchedFuelStation } from '@ve/domain/vehicle/petrol/fetched-prices';

/** One batch; `end`: there is no batch of this number. */
export type FuelFinderBatch<T> = { state: 'batch'; items: T[]; skippedRows: number } | { state: 'end' };

const maxBatchLength = 5_000;
const batch = z.array(z.record(z.string(), z.unknown())).check(z.maxLength(maxBatchLength));

/**
 * The verdict on a Fuel Finder response to one batch. Past the last batch the service responds with 404; for the first
 * batch that is valid only when changes alone were requested, and means that there are none.
 */
export function readFuelFinderBatch<T>(
  answer: HttpResponse,
  { number, since }: { number: number; since: string | null },
  read: (fields: FieldReader) => { items: T[]; skippedRows: number },
): AttemptVerdict<FuelFinderBatch<T>> {
  if (answer.status === 404 && (number > 1 || since !== null)) return answeredAttemptVerdict({ state: 'end' });
  if (answer.status !== 200) return attemptVerdictOfStatus(answer);
  const found = batch.safeParse(answer.json);
  if (!found.success) return unreadableAttemptVerdict();
  if (found.data.length === 0) return answeredAttemptVerdict({ state: 'end' });
  const notes: string[] = [];
  const parts = found.data.map((one) => read(createFieldReader(one, notes)));
  const items = parts.flatMap((part) => part.items);
  // No item of the batch is usable: the response has another shape.
  if (items.length === 0 && parts.every(({ skippedRows }) => skippedRows > 0)) return unreadableAttemptVerdict(notes);
  return answeredAttemptVerdict(
    { state: 'batch', items, skippedRows: parts.reduce((sum, part) => sum + part.skippedRows, 0) },
    notes,
  );
}

/** The station of one item; none if it has no name, no postcode or no place in Britain. */
export function fuelStationOf(fields: FieldReader): { items: FetchedFuelStation[]; skippedRows: number } {
  const at = fields.object('location');
  const [id, name] = [fields.text('node_id'), fields.cutText('trading_name', 200)];
  const written = postcodeField.safeParse(at.text('postcode') ?? '');
  const latitude = at.amount('latitude', 49, 61);
  const longitude = at.amount('longitude', -9, 2);
  const bad = id === null || id.length > 100 || !name || latitude === null || longitude === null;
  if (bad || !written.success) return { items: [], skippedRows: 1 };
  const lines = ['address_line_1', 'address_line_2', 'city'].map((line) => at.cutText(line, 90));
  const gone = fields.flag('permanent_closure') === true;
  const station: FetchedFuelStation = {
    id,
    name,
    brand: fields.cutText('brand_name', 200),
    address: [...new Set(lines)].filter((line) => line).join(', '),
    postcode: written.data,
    latitude,
    longitude,
    motorway: fields.flag('is_motorway_service_station') === true,
    supermarket: fields.flag('is_supermarket_service_station') === true,
    state: gone ? 'gone' : fields.flag('temporary_closure') === true ? 'closed' : 'open',
  };
  return { items: [station], skippedRows: 0 };
}

/** Bounds of a plausible price of a litre, in pence. */
const [minPence, maxPence] = [50, 400];

/** Tenths of a penny; some retailers report pounds. Null for an implausible price. */
export function toTenthsOfPenny(price: number | null): number | null {
  if (price === null) return null;
  const pence = price < maxPence / 100 ? price * 100 : price;
  return pence >= minPence && pence <= maxPence ? Math.round(pence * 10) : null;
}

/** The plausible prices of a station; unknown fuels are ignored. */
export function parseStationFuelPrices(fields: FieldReader): { items: FetchedFuelPrice[]; skippedRows: number } {
  const stationId = fields.text('node_id');
  const listed = fields.list('fuel_prices');
  if (stationId === null || stationId.length > 100 || listed === null) return { items: [], skippedRows: 1 };
  const latest = new Map<PumpFuel, FetchedFuelPrice>();
  let skippedRows = 0;
  for (const one of listed.slice(0, 50)) {
    const fuel = pumpFuels.find((each) => each === one.text('fuel_type')?.toUpperCase());
    if (fuel === undefined) continue;
    const tenths = toTenthsOfPenny(one.amount('price', 0, 1_000_000));
    const reportedAt = one.instant('price_last_updated') ?? one.instant('price_change_effective_timestamp');
    if (tenths === null || reportedAt === null) {
      skippedRows += 1;
      continue;
    }
    const before = latest.get(fuel);
    if (!before || before.reportedAt < reportedAt) latest.set(fuel, { stationId, fuel, tenths, reportedAt });
  }
  return { items: [...latest.values()], skippedRows };
}
