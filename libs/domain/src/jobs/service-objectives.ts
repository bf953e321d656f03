/**
 * The objectives of the service, in addition to answering requests. Each event meets its objective or misses it; the
 * shares that have to meet it are those of docker/prometheus/rules/objectives.yml.
 */
export const serviceObjectives = ['first-section', 'payment-to-membership', 'reminder-on-its-day'] as const;

export type ServiceObjective = (typeof serviceObjectives)[number];

/** From the request of a vehicle to the first answer of a source about it. */
export const firstSectionWithinMs = 5_000;

/** From the payment of a sign-up, by Stripe's time, to the membership. */
export const membershipWithinMs = 60_000;
