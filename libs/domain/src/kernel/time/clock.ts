/**
 * The only source of the current time. Each process creates one at its start and passes it down; no other code reads
 * the time.
 */
export type Clock = () => Date;
