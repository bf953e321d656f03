/** The one source of the present. Every process has one, handed down from its start; nothing else reads the time. */
export type Clock = () => Date;
