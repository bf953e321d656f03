import { describe, expect, test } from '@jest/globals';
import { adviceCauses, mostSeriousAdviceLevel, adviceCausesOfLevel } from './causes.ts';

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
    expect(mostSeriousAdviceLevel([])).toBeNull();
    for (const { cause, level } of adviceCauses)
      expect(mostSeriousAdviceLevel([cause])).toBe(level === 'LOOK' ? null : level);
    expect(mostSeriousAdviceLevel(['finance', 'mileage'])).toBe('WARNING');
    expect(mostSeriousAdviceLevel(['mileage', 'identity-inspection'])).toBe('FAILED');
  });
});
