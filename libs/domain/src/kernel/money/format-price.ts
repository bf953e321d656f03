import { formatMoney } from './format-money.ts';

/** A price as it is spoken: `50p` below a pound, otherwise `£8.90`. */
export const formatPrice = (pence: number): string =>
  pence >= 0 && pence < 100 ? `${pence}p` : formatMoney(pence, 'gbp');
