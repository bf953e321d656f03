import type { Valuation } from '@ve/domain/vehicle/record/full-check';
import type { FieldReader } from '../platform/field-reader.ts';
import { zeroToNull } from '../ukvd-fields.ts';

/** A price of pounds in pence; null for zero, which also means that there is no price. */
function pence(prices: FieldReader, key: string): number | null {
  const pounds = zeroToNull(prices.amount(key, 0, 10_000_000));
  return pounds === null ? null : Math.round(pounds * 100);
}

export function toValuation(items: FieldReader): Valuation {
  const prices = items.object('ValuationList');
  return {
    miles: items.whole('Mileage', 0, 9_999_999),
    vehicle: items.text('VehicleDescription'),
    plateYear: items.text('PlateYear'),
    valuedOn: items.day('ValuationTime'),
    onTheRoad: pence(prices, 'OTR'),
    dealerForecourt: pence(prices, 'DealerForecourt'),
    tradeRetail: pence(prices, 'TradeRetail'),
    privateClean: pence(prices, 'PrivateClean'),
    privateAverage: pence(prices, 'PrivateAverage'),
    partExchange: pence(prices, 'PartExchange'),
    auction: pence(prices, 'Auction'),
    tradeAverage: pence(prices, 'TradeAverage'),
    tradePoor: pence(prices, 'TradePoor'),
  };
}
