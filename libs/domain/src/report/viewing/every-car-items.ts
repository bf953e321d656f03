import { viewingItemForEveryCar, type ViewingItem } from './viewing-item.ts';

/**
 * The checks for any car, most revealing first; with the same ids as the more precise checks from this car's record.
 */
export function everyCarViewingChecks(isElectric: boolean): ViewingItem[] {
  return [
    viewingItemForEveryCar(
      'vin',
      'Compare the VIN at the foot of the windscreen, on the door pillar and under the bonnet with the V5C and with each other.',
      'A stolen car may carry the plate and papers of another.',
    ),
    viewingItemForEveryCar(
      'v5c',
      'Read the V5C: hold it to the light for its watermark, and compare its name and address with the seller and the place where you are.',
      'As far as papers can, they show who may sell it.',
    ),
    viewingItemForEveryCar(
      'dial',
      'Read the odometer, and compare it with service stamps, invoices and wear.',
      'Mileage that was wound back before a first MOT test leaves no trace in any register.',
    ),
    viewingItemForEveryCar(
      'panels',
      'In daylight and dry, look along each side: gaps that differ, paint of two shades, overspray on rubber, glass of another year.',
      'No register lists damage that no insurer knew of.',
    ),
    isElectric
      ? viewingItemForEveryCar(
          'start',
          'Switch it on: its warning lamps come on and go out, and the range it shows fits its charge.',
          'Recent faults are in no register.',
        )
      : viewingItemForEveryCar(
          'start',
          'Feel that the engine is cold, then start it yourself: its warning lamps come on and go out, and any smoke or knocking stops.',
          'A seller who warms it up first may hide how it starts.',
        ),
    viewingItemForEveryCar(
      'drive',
      'Drive it for twenty minutes, on a fast road and a slow one: it brakes straight, pulls evenly, and every gear holds.',
      'Faults in brakes, steering and gearbox show on the road, not on the drive.',
    ),
    viewingItemForEveryCar(
      'tyres',
      'Look at all tyres: at least 1.6 mm across the middle three quarters, the same make on an axle, worn evenly.',
      'Wear on one side can mean that it was hit, or that its steering is out.',
    ),
    viewingItemForEveryCar(
      'inside',
      'Try everything that moves or lights up, and feel the carpets for damp.',
      'No MOT test looks at most of it.',
    ),
  ];
}

/** The questions to any seller, most revealing first. */
export const everyCarViewingQuestions: readonly ViewingItem[] = [
  viewingItemForEveryCar(
    'finance',
    'Ask whether any money is still owed on it, and to have that in writing on the receipt.',
    'A loan made last week may not be in a register yet.',
  ),
  viewingItemForEveryCar(
    'damage',
    'Ask whether it was ever in an accident, flooded or repaired, and by whom.',
    'No register lists an accident settled without insurers.',
  ),
  viewingItemForEveryCar(
    'owner',
    'Ask how long they have had it, whether they are its keeper, and why they are selling it.',
    'The V5C names the keeper, who need not be the owner.',
  ),
  viewingItemForEveryCar(
    'service',
    'Ask for its service book and invoices, and for both keys.',
    'They show how it was looked after, which no register does.',
  ),
];
