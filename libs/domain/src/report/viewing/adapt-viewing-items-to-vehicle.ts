import type { VehicleKind } from '../../vehicle/record/vehicle-kind.ts';
import type { ViewingItem } from './viewing-item.ts';

const looseTyres =
  'Look at all tyres for cracks and uneven wear, and ask a tester how much tread the law requires on this kind of vehicle.';
const vin = 'Compare the VIN on the vehicle, wherever its maker stamped it or put its plate, with the V5C.';
const newPaint =
  'Look for the old colour where no one paints: under covers, seals and stickers. New paint can hide a repair.';
const yearsDo = 'Look for rust, and at hoses, belts and tyres for cracks: they age even when it is not driven.';
const imported = 'Check whether the odometer shows miles, and ask whether its lamps were made for driving on the left.';

/** Texts for vehicles other than cars, by the item's id. */
const otherwise: Partial<Record<VehicleKind, Readonly<Record<string, string>>>> = {
  motorcycle: {
    vin,
    tyres: looseTyres,
    colours: newPaint,
    age: yearsDo,
    imported,
    panels:
      'In daylight and dry, look along each side: scratched levers, pegs and bar ends, paint of two shades, a fork or frame that is bent.',
    drive:
      'If you are insured and licensed for it, ride it: it brakes straight, pulls evenly, and every gear holds. If not, have someone ride it for you.',
    inside:
      'Try everything that moves or lights up, and look at chain or belt, fork seals and the play in the bearings.',
    mileage:
      'Compare its wear with its age and its readings, not with the odometer alone: grips, pegs, seat and brake discs.',
    'high-mileage': 'Look for wear from miles: grips, pegs, seat, chain and brake discs.',
    taxi: 'Ask what it was used for, and look for plugged holes and the shadows of stickers.',
    'tax-expired':
      'Look for signs of standing: flat spots and cracks on the tyres, rust on the brake discs, a weak battery.',
    sorn: 'Look for signs of standing: flat spots and cracks on the tyres, rust on the brake discs, a weak battery.',
  },
  other: { vin, tyres: looseTyres, colours: newPaint, age: yearsDo, imported },
};

/** Adapts items to a motorcycle, a van or a lorry: legal requirements for cars are left out. */
export function adaptViewingItemsToVehicle(kind: VehicleKind, items: readonly ViewingItem[]): ViewingItem[] {
  const texts = otherwise[kind] ?? {};
  return items.map((item) => ({ ...item, text: texts[item.id] ?? item.text }));
}
