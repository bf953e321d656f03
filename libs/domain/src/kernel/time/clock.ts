/**
 * The only source of the current time. Every process has one, passed down from its start; nothing else reads the time.
 */
export type Clock = () => Date;
