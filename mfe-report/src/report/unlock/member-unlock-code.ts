/* Visitors do not need the code of unlocking. Here, so that no code of the report has to load before it. */

export const loadMemberUnlock = async () =>
  (await import(/* webpackChunkName: 'unlock' */ './member-unlock.tsx')).MemberFullCheckUnlocker;

export const loadMemberUnlockButton = async () =>
  (await import(/* webpackChunkName: 'unlock' */ './member-unlock-button.tsx')).MemberFullCheckUnlockButton;
