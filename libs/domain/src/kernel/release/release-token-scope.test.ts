import { expect, it } from '@jest/globals';
import { releaseActionOfMove } from './release-token-scope.ts';

it.each([
  [{ action: 'stable' }, 'release'],
  [{ action: 'promote' }, 'release'],
  [{ action: 'rollback' }, 'rollback'],
  [{ action: 'canary', share: 1 }, 'canary'],
  [{ action: 'canary', share: 50 }, 'canary'],
  [{ action: 'canary', share: 51 }, 'release'],
] as const)('%j needs a token for %s', (move, action) => {
  expect(releaseActionOfMove(move)).toBe(action);
});
