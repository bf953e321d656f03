/** DVLA's tax status within a sentence: `declared off the road (SORN)`, `not taxed for on road use`. */
export const taxStatusLabel = (status: string): string =>
  status === 'SORN' ? 'declared off the road (SORN)' : status.slice(0, 1).toLowerCase() + status.slice(1);
