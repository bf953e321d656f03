import { describe, expect, test } from '@jest/globals';
import { adviceCauses, adviceLevel, adviceCausesOfLevel } from './causes.ts';

describe('the causes of a verdict', () => {
  test('are those of the specification, except for a lawful import', () => {
    expect(adviceCausesOfLevel('FAILED')).toEqual([
      'police-stolen',
      'insurance-stolen',
      'written-off',
      'scrapped',
      'unscrapped',
      'identity-inspection',
    ]);
    expect(adviceCausesOfLevel('WARNING')).toEqual(['finance', 'exported', 'mileage']);
    expect(adviceCausesOfLevel('LOOK')).toEqual(['imported']);
  });

  test('one cause is enough, regardless of the others', () => {
    expect(adviceLevel([])).toBeNull();
    for (const { cause, level } of adviceCauses) expect(adviceLevel([cause])).toBe(level === 'LOOK' ? null : level);
    expect(adviceLevel(['finance', 'mileage'])).toBe('WARNING');
    expect(adviceLevel(['mileage', 'identity-inspection'])).toBe('FAILED');
  });
});
