import type { MemberUnlock } from './member-unlock.tsx';
import type { MemberUnlockButton } from './member-unlock-button.tsx';

/* Visitors do not need the code of unlocking. Here, so that no code of the report has to load before it. */

export const loadMemberUnlock = async (): Promise<typeof MemberUnlock> =>
  (await import(/* webpackChunkName: 'unlock' */ './member-unlock.tsx')).MemberUnlock;

export const loadMemberUnlockButton = async (): Promise<typeof MemberUnlockButton> =>
  (await import(/* webpackChunkName: 'unlock' */ './member-unlock-button.tsx')).MemberUnlockButton;
