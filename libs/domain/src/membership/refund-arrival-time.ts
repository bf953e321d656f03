/**
 * How long a refund takes to appear on the card (specification section 9): the only source of this time. A module of
 * its own, because the offer is in the first script of pages that show no refund.
 */
export const refundArrivalTime = '5-10 business days';
