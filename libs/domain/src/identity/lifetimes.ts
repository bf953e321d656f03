/** How long a sign-in link can be redeemed after it was requested and sent, in milliseconds. */
export const signInLinkLifetimeMs = 10 * 60_000;

/** How long a session lasts, in seconds: thirty days for a customer, twelve hours with staff rights. */
export const customerSessionSeconds = 30 * 86_400;
export const staffSessionSeconds = 12 * 3_600;

/** How long the second step of a staff sign-in may take, in seconds. */
export const staffSecondFactorTimeoutSeconds = 10 * 60;

/** How long a break-glass session lasts, in seconds: long enough for an emergency only. */
export const breakGlassSessionLifetimeSeconds = 3_600;

/** How long a link to set a password is valid after it was requested, or sent by a command, in milliseconds. */
export const passwordResetLinkLifetimeMs = 60 * 60_000;
export const passwordInviteLinkLifetimeMs = 24 * 60 * 60_000;

/** How long the links of a change of address are valid, in milliseconds. */
export const emailChangeLinkLifetimeMs = 24 * 3_600_000;
