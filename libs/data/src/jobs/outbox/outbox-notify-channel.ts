/** Postgres channel that wakes the relays when the outbox has new rows. */
export const outboxNotifyChannel = 've_outbox';
