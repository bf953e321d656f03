import { describe, expect, test } from '@jest/globals';
import { adviceCauses, adviceLevel, adviceCausesOfLevel } from './causes.ts';

describe('the causes of a verdict', () => {
  test('are those of the specification', () => {
    expect(adviceCausesOfLevel('FAILED')).toEqual([
      'police-stolen',
      'insurance-stolen',
      'written-off',
      'scrapped',
      'unscrapped',
      'identity-inspection',
    ]);
    expect(adviceCausesOfLevel('WARNING')).toEqual(['finance', 'exported', 'imported', 'mileage']);
  });

  test('one cause is enough, regardless of the others', () => {
    expect(adviceLevel([])).toBeNull();
    for (const { cause, level } of adviceCauses) expect(adviceLevel([cause])).toBe(level);
    expect(adviceLevel(['finance', 'mileage'])).toBe('WARNING');
    expect(adviceLevel(['mileage', 'identity-inspection'])).toBe('FAILED');
  });
});
