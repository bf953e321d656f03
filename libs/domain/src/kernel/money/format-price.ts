import { formatMoney } from './format-money.ts';

/** A price in pounds as it is spoken: `50p` below a pound, else `£8.90`. */
export const formatPrice = (pence: number): string =>
  pence >= 0 && pence < 100 ? `${pence}p` : formatMoney(pence, 'gbp');
