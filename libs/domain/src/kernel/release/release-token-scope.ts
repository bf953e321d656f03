/** What a release token may permit: give a release to all visitors, or to some of them, roll one back, preview one. */
export const releaseActions = ['release', 'canary', 'rollback', 'preview'] as const;
export type ReleaseAction = (typeof releaseActions)[number];

/** How long a release token is valid, in days. */
export const releaseTokenDays = { default: 180, max: 366 } as const;

/** How long a replaced token stays valid in addition to the new one, in hours. */
export const releaseTokenOverlapHours = { default: 24, max: 30 * 24 } as const;

/** The most releases that one token can be for. */
export const maxReleaseTokenNames = 20;

/** A canary for more visitors than this, in per cent, is as good as a release. */
const maxCanaryShare = 50;

/** The actions of which one permits to give a release to visitors. What other tokens send is for previews only. */
export const releasingActions: readonly ReleaseAction[] = ['release', 'canary'];

/** The actions that change what visitors are given. */
export const movingActions: readonly ReleaseAction[] = ['release', 'canary', 'rollback'];

/** The actions of which one permits to send a release. That alone gives it to no visitor. */
export const publishingActions: readonly ReleaseAction[] = ['release', 'canary', 'preview'];

/**
 * The actions of which one permits to send prerendered pages: their HTML is what all visitors are given, also of a
 * release that was published by another token. Browsers render the pairs of other tokens.
 */
export const pagePublishingActions: readonly ReleaseAction[] = ['release'];

/** The action that permits a move. */
export function releaseActionOfMove(
  move: { action: 'stable' | 'promote' | 'rollback' } | { action: 'canary'; share: number },
): ReleaseAction {
  if (move.action === 'canary') return move.share > maxCanaryShare ? 'release' : 'canary';
  return move.action === 'rollback' ? 'rollback' : 'release';
}
