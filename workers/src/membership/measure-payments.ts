import { countPaymentTotals } from '@ve/data/membership/payment/payment-totals.repository';
import { Gauge, type Registry } from 'prom-client';
import type { MeasuredDatabase } from '../measured-database.ts';
import { readOncePerScrape } from '../read-once-per-scrape.ts';

/** Charges, refunds and disputes. */
export const registerPaymentMetrics = (registry: Registry, { fork, now }: MeasuredDatabase): void => {
  const readTotals = readOncePerScrape(() => countPaymentTotals(fork(), now()));
  new Gauge({
    name: 'payments_last_day',
    help: 'Charges of trials and memberships, refunds and failed refunds within the last 24 hours',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      this.reset();
      const totals = await readTotals().catch(() => null);
      if (totals === null) return;
      this.set({ what: 'trial' }, totals.trialCharges);
      this.set({ what: 'membership' }, totals.membershipCharges);
      this.set({ what: 'refund' }, totals.refunds);
      this.set({ what: 'failed-refund' }, totals.failedRefunds);
    },
  });
  new Gauge({
    name: 'open_disputes',
    help: 'Charges whose dispute is neither won nor lost yet',
    registers: [registry],
    async collect() {
      const totals = await readTotals().catch(() => null);
      if (totals === null) this.reset();
      else this.set(totals.openDisputes);
    },
  });
};
