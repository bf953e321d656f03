/** A defect in the wording of the testing manual before and since 20 May 2018. */
interface DefectTemplate {
  before: string;
  from: string;
}

const words = {
  'tyre-front-left': {
    before: 'Nearside Front Tyre worn close to the legal limit (4.1.E.1)',
    from: 'Nearside Front Tyre worn close to legal limit/worn on edge (5.2.3 (e))',
  },
  'tyre-rear-right': {
    before: 'Offside Rear Tyre worn close to the legal limit (4.1.E.1)',
    from: 'Offside Rear Tyre worn close to legal limit/worn on edge (5.2.3 (e))',
  },
  'tyre-cracked': {
    before: 'Offside Front Tyre slightly damaged/cracking or perishing (4.1.D.1b)',
    from: 'Offside Front Tyre slightly damaged/cracking or perishing (5.2.3 (d) (ii))',
  },
  'tyre-bald': {
    before: 'Nearside Front Tyre tread depth below requirements of 1.6mm (4.1.E.1)',
    from: 'Nearside Front Tyre tread depth below requirements of 1.6mm (5.2.3 (e))',
  },
  'tyre-cords': {
    before: 'Nearside Front Tyre has ply or cords exposed (4.1.D.1b)',
    from: 'Nearside Front Tyre has ply or cords exposed (5.2.3 (d) (ii))',
  },
  'disc-front': {
    before: 'Front brake disc worn, pitted or scored, but not seriously weakened (3.5.1i)',
    from: 'Front Brake disc worn, pitted or scored, but not seriously weakened both (1.1.14 (a) (ii))',
  },
  'disc-rear': {
    before: 'Rear brake disc worn, pitted or scored, but not seriously weakened (3.5.1i)',
    from: 'Rear Brake disc worn, pitted or scored, but not seriously weakened (1.1.14 (a) (ii))',
  },
  'pads-front': {
    before: 'Front brake pad(s) wearing thin (3.5.1g)',
    from: 'Front Brake pad(s) wearing thin (1.1.13 (a) (ii))',
  },
  'pads-worn': {
    before: 'Offside Front Brake pad(s) less than 1.5 mm thick (3.5.1g)',
    from: 'Offside Front Brake pad(s) less than 1.5 mm thick (1.1.13 (a) (ii))',
  },
  'handbrake-low': {
    before: 'Parking brake efficiency below requirements (3.7.B.7)',
    from: 'Parking brake efficiency less than 50% of the required value (1.4.2 (a) (ii))',
  },
  'pipe-corroded': {
    before: 'Rear Brake pipe slightly corroded (3.6.B.2c)',
    from: 'Rear Brake pipe corroded, covered in grease or other material (1.1.11 (c))',
  },
  'spring-broken': {
    before: 'Offside Front coil spring broken (2.4.C.1a)',
    from: 'Offside Front Coil spring fractured or broken (5.3.1 (b) (i))',
  },
  'spring-corroded': {
    before: 'Nearside Rear coil spring corroded (2.4.C.1b)',
    from: 'Nearside Rear Coil spring corroded (5.3.1 (b) (i))',
  },
  'arm-bush': {
    before:
      'Nearside Front Lower Suspension arm rubber bush deteriorated but not resulting in excessive movement (2.4.G.2)',
    from: 'Nearside Front Suspension arm pin or bush worn but not resulting in excessive movement (5.3.4 (a) (i))',
  },
  'ball-joint': {
    before: 'Offside Front Lower Suspension arm ball joint excessively worn (2.5.B.1a)',
    from: 'Offside Front Suspension arm ball joint excessively worn (5.3.4 (a) (i))',
  },
  'shock-misting': {
    before: 'Nearside Rear Shock absorber has a slight seep of fluid (2.7.3)',
    from: 'Nearside Rear Shock absorbers light misting of oil (5.3.2 (b))',
  },
  'sill-corroded': {
    before: 'Offside Rear Sill corroded but not affecting the structure (6.1.B.2)',
    from: 'Offside Rear Sill structure corroded but structural rigidity is not significantly reduced (6.1.1 (c) (i))',
  },
  'sill-rotten': {
    before: 'Nearside Sill excessively corroded affecting a prescribed area (2.4.A.3)',
    from: 'Nearside Sill structure corroded to the extent that the rigidity of the assembly is significantly reduced (6.1.1 (c) (i))',
  },
  'exhaust-blow': {
    before: 'Exhaust has a minor leak of exhaust gases (7.1.2)',
    from: 'Exhaust has a minor leak of exhaust gases (6.1.2 (a))',
  },
  'oil-leak': { before: 'Oil leak (Misc)', from: 'Oil leak, but not excessive (8.4.1 (a) (i))' },
  'wiper-smear': {
    before: 'Windscreen wiper blade does not clear the windscreen effectively (8.2.2)',
    from: 'Offside Windscreen wiper blade defective (3.4 (b) (i))',
  },
  'plate-lamp': {
    before: 'Rear registration plate lamp not working (1.1.C.1d)',
    from: 'Rear registration plate lamp inoperative in the case of multiple lamps or light sources (4.7.1 (b) (i))',
  },
  'brake-lamp': {
    before: 'Nearside Stop lamp not working (1.2.1b)',
    from: 'Nearside Stop lamp(s) not working (4.3.1 (a) (ii))',
  },
  'headlamp-aim': {
    before: 'Offside Headlamp aim too high (1.8.A.1b)',
    from: 'Offside Headlamp aim too high (4.1.2 (a))',
  },
  'screen-chip': {
    before: 'Windscreen has damage to an area less than a 40mm circle outside zone A (8.3.1)',
    from: 'Windscreen damaged but not adversely affecting driver’s view (3.2 (a) (i))',
  },
} satisfies Record<string, DefectTemplate>;

const table: Record<string, DefectTemplate> = words;

/** Common advisories of a roadworthy car. */
export const commonMotAdvisoryKeys = [
  'tyre-front-left',
  'tyre-rear-right',
  'disc-front',
  'pads-front',
  'arm-bush',
  'wiper-smear',
] as const;

/**
 * The wording in force on the day of a test.
 * @throws when the fleet names a defect that is not listed here.
 */
export function motDefectText(key: string, testDay: string): string {
  const entry = table[key];
  if (!entry) throw new Error(`No defect is called "${key}"`);
  return testDay < '2018-05-20' ? entry.before : entry.from;
}
