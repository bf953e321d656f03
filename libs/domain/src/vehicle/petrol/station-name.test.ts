import { expect, test } from '@jest/globals';
import { fuelStationName } from './station-name.ts';

test.each([
  ['HARTLEY’S PARK SQUARE EAST', 'Hartley’s', 'Hartley’s Park Square East'],
  ["HARTLEY'S PARK SQUARE EAST", 'Hartley’s', 'Hartley’s Park Square East'],
  ['GOODBASKET YORK PLACE', 'GOODBASKET', 'Goodbasket York Place'],
  ['MFG KIRKSTALL ROAD', 'BP', 'BP MFG Kirkstall Road'],
  ['BP LEEDS (A61)', 'BP', 'BP Leeds (A61)'],
  ['LEEDS JET', 'JET', 'Leeds Jet'],
  ['O’BRIEN AND SONS', null, 'O’Brien and Sons'],
  ['Rowan Oil at the Bridge', 'Rowan Oil', 'Rowan Oil at the Bridge'],
  ['STOKE-ON-TRENT SERVICES', '', 'Stoke-On-Trent Services'],
  ['北京', '—', '北京'],
])('%s of %s is %s', (name, brand, called) => {
  expect(fuelStationName({ name, brand })).toBe(called);
});
