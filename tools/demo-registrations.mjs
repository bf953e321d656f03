/**
 * Registrations of the sandbox's fleet, with what each demonstrates. @type {ReadonlyArray<readonly [string, string]>}
 */
export const demoRegistrations = [
  ['AB12 CDE', 'clean: everything clear, MOT valid, taxed, steady mileage'],
  ['FN15 FNC', 'outstanding finance, two agreements'],
  ['WO16 WOF', 'Category S write-off with a salvage record'],
  ['ST17 STL', 'police stolen marker'],
  ['CL10 CKD', 'mileage goes backwards between two tests'],
  ['KP08 KPR', 'nine keepers, plate changes and colour changes'],
  ['XP13 XPT', 'exported'],
  ['SC05 SCR', 'scrapped'],
  ['MP14 MPT', 'imported'],
  ['RC18 RCL', 'outstanding safety recall'],
  ['TX20 DUE', 'tax due in 9 days, MOT due in 20'],
  ['TX11 EXP', 'tax expired'],
  ['SR09 SRN', 'SORN: declared off the road'],
  ['EV24 ELE', 'electric, first MOT not yet due'],
  ['TX12 CAB', 'former taxi'],
  ['SL02 WLY', 'every provider answers after 20 seconds'],
  ['DN02 DWN', 'every provider fails'],
];
