import { readOutboxBacklog } from '@ve/data/jobs/outbox/outbox.repository';
import { countUnnotifiedChangeNotices } from '@ve/data/membership/announced-change/announced-change.repository';
import { countOrphanSubscriptions } from '@ve/data/membership/subscription/orphan-subscription.repository';
import { countOverdueCases } from '@ve/data/operations/cases/case-count.repository';
import { caseKinds } from '@ve/domain/messaging/contact/case-kinds';
import {
  countItemsNeedingStaff,
  type ItemsNeedingStaffCounts,
} from '@ve/data/operations/service-status/service-status.repository';
import { findVendorStatuses, type VendorStatus } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { scheduledJobStateOf } from '@ve/app/operations/service-status';
import { scheduledJobNames } from '@ve/contracts/jobs';
import { findScheduledJobs } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { Gauge, type Registry } from 'prom-client';
import type { MeasuredDatabase } from './measured-database.ts';
import { registerPaymentMetrics } from './membership/measure-payments.ts';
import { readOncePerScrape } from './read-once-per-scrape.ts';
import { registerReleaseMetrics } from './releases/measure-releases.ts';

/** Reads on every scrape what waits in the database; a gauge has no value while it cannot be read. */
export const registerDatabaseBacklogMetrics = (registry: Registry, measured: MeasuredDatabase): void => {
  measureOutbox(registry, measured);
  measureOverdueCases(registry, measured);
  measureOrphanSubscriptions(registry, measured);
  measureUnnotifiedChangeNotices(registry, measured);
  measureItemsNeedingStaff(registry, measured);
  measureVendorBudgets(registry, measured);
  measureScheduledJobs(registry, measured);
  registerReleaseMetrics(registry, measured);
  registerPaymentMetrics(registry, measured);
};

const measureOutbox = (registry: Registry, { fork, now }: MeasuredDatabase): void => {
  const readBacklog = readOncePerScrape(() => readOutboxBacklog(fork(), now()));
  const read = async (gauge: Gauge<'state'>, which: 'count' | 'oldestSeconds'): Promise<void> => {
    gauge.reset();
    const found = await readBacklog().catch(() => null);
    if (!found) return;
    for (const state of ['unrelayed', 'unfinished'] as const) gauge.set({ state }, found[state][which]);
  };
  new Gauge({
    name: 'outbox_jobs',
    help: 'Jobs in the outbox that no queue was given yet (unrelayed), and those given that have not ended (unfinished)',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      await read(this, 'count');
    },
  });
  new Gauge({
    name: 'outbox_oldest_job_age_seconds',
    help: 'Age of the oldest of them',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      await read(this, 'oldestSeconds');
    },
  });
};

/** The open cases of each kind whose promised time has passed. */
const measureOverdueCases = (registry: Registry, { fork, now }: MeasuredDatabase): void => {
  new Gauge({
    name: 'overdue_cases',
    help: 'Open enquiries, complaints, data disputes and affiliate applications whose promised time has passed',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      const found = await countOverdueCases(fork(), now()).catch(() => null);
      if (found === null) return;
      for (const kind of caseKinds) this.set({ kind }, found.find((each) => each.kind === kind)?.count ?? 0);
    },
  });
};

/** The running Stripe subscriptions that no account owns. */
const measureOrphanSubscriptions = (registry: Registry, { fork }: MeasuredDatabase): void => {
  new Gauge({
    name: 'orphan_subscriptions',
    help: 'Running subscriptions at Stripe with our metadata that no account owns',
    registers: [registry],
    async collect() {
      const found = await countOrphanSubscriptions(fork()).catch(() => null);
      if (found === null) this.reset();
      else this.set(found.total);
    },
  });
};

/** Longer than the mail of a notice usually takes, which is seconds. */
const mailDelayMs = 3_600_000;

/** The members whose promised notice of a change has not begun. */
const measureUnnotifiedChangeNotices = (registry: Registry, { fork, now }: MeasuredDatabase): void => {
  new Gauge({
    name: 'unnotified_change_notices',
    help: 'Notices of announced changes, of memberships that run on, whose e-mail no server has accepted after an hour',
    registers: [registry],
    async collect() {
      const writtenBefore = new Date(now().getTime() - mailDelayMs);
      const found = await countUnnotifiedChangeNotices(fork(), writtenBefore).catch(() => null);
      if (found === null) this.reset();
      else this.set(found);
    },
  });
};

/** What needs staff and has no metric of its own, with its label value. */
const staffItems: readonly [item: keyof ItemsNeedingStaffCounts, what: string][] = [
  ['rolledBackCanaries', 'rolled-back-canaries'],
  ['failedMails', 'failed-mails'],
  ['failedEvents', 'failed-stripe-events'],
  ['escalated', 'escalated-complaints'],
  ['openErrors', 'page-errors'],
];

/** What has failed within a day, or waits for staff; counted up to a thousand. */
const measureItemsNeedingStaff = (registry: Registry, { fork, now }: MeasuredDatabase): void => {
  new Gauge({
    name: 'items_needing_staff',
    help: 'Rolled back canaries and failed mails of the last day, failed Stripe events, escalated complaints, open page errors, each up to 1,000',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      this.reset();
      const found = await countItemsNeedingStaff(fork(), now()).catch(() => null);
      if (found === null) return;
      for (const [item, what] of staffItems) this.set({ what }, found[item].total);
    },
  });
};

/** What was spent of the budget of this London day by each vendor that has one. */
const measureVendorBudgets = (registry: Registry, { fork, now }: MeasuredDatabase): void => {
  const readStatuses = readOncePerScrape(() => findVendorStatuses(fork(), now()));
  const read = async (
    gauge: Gauge<'provider' | 'unit'>,
    of: (today: NonNullable<VendorStatus['today']>) => { calls: number | null; pence: number | null },
  ): Promise<void> => {
    gauge.reset();
    const found = await readStatuses().catch(() => []);
    for (const { vendor: provider, today } of found) {
      const { calls, pence } = today === null ? { calls: null, pence: null } : of(today);
      if (calls !== null) gauge.set({ provider, unit: 'calls' }, calls);
      if (pence !== null) gauge.set({ provider, unit: 'pence' }, pence);
    }
  };
  new Gauge({
    name: 'provider_budget_used',
    help: 'Calls and pence that count against the budget of this London day',
    labelNames: ['provider', 'unit'],
    registers: [registry],
    async collect() {
      await read(this, ({ calls, pence }) => ({ calls, pence }));
    },
  });
  new Gauge({
    name: 'provider_budget_limit',
    help: 'The budget of a London day, where there is one',
    labelNames: ['provider', 'unit'],
    registers: [registry],
    async collect() {
      await read(this, ({ callsLimit, penceLimit }) => ({ calls: callsLimit, pence: penceLimit }));
    },
  });
};

/** The scheduled jobs that need an operator; those that no release knows any more have no value. */
const measureScheduledJobs = (registry: Registry, { fork, now }: MeasuredDatabase): void => {
  new Gauge({
    name: 'scheduled_jobs',
    help: 'Scheduled jobs that were planned: 1 for their present state, late or failing, 0 for each other',
    labelNames: ['name', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      const at = now();
      const known: readonly string[] = scheduledJobNames;
      for (const job of await findScheduledJobs(fork()).catch(() => [])) {
        if (!known.includes(job.name)) continue;
        const present = scheduledJobStateOf(job, at);
        for (const state of ['late', 'failing'] as const)
          this.set({ name: job.name, state }, state === present ? 1 : 0);
      }
    },
  });
};
