/** How long a sign-in link can be redeemed after it was requested and sent, in milliseconds. */
export const signInLinkLifetimeMs = 10 * 60_000;

/** How long a session lasts, in seconds: thirty days for a customer, twelve hours with staff rights. */
const customerSessionSeconds = 30 * 86_400;
const staffSessionSeconds = 12 * 3_600;

/**
 * How a session was opened: by a mailed link, by paying in this browser, or by password and second factor. Only the
 * last can have staff rights.
 */
export type SessionSignInMethod = 'link' | 'payment' | 'password-totp';

/** How long a session lasts, in seconds. */
export const sessionSeconds = (openedBy: SessionSignInMethod): number =>
  openedBy === 'password-totp' ? staffSessionSeconds : customerSessionSeconds;

/** The last use of a session is recorded at most this often. */
const sessionSeenEveryMs = 10 * 60_000;

/** Whether the use of a session is recorded again; also when the recorded one is of a clock that was set back since. */
export const isSessionUseUnrecorded = (lastSeenAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - lastSeenAt.getTime()) >= sessionSeenEveryMs;

/** How long the second step of a staff sign-in may take, in seconds. */
export const staffSecondFactorTimeoutSeconds = 10 * 60;

/** The number of wrong codes that ends a staff sign-in. */
export const maxWrongStaffSignInCodes = 5;

/** How long a break-glass session lasts, in seconds: long enough for an emergency only. */
export const breakGlassSessionLifetimeSeconds = 3_600;

/** How long a link to set a password is valid after it was requested, or sent by a command, in milliseconds. */
export const passwordResetLinkLifetimeMs = 60 * 60_000;
export const passwordInviteLinkLifetimeMs = 24 * 60 * 60_000;

/** How long the links of a change of address are valid, in milliseconds. */
export const emailChangeLinkLifetimeMs = 24 * 3_600_000;
