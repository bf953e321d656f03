import { plannedCars, registrationsWithoutRecord } from '../fleet/fleet.ts';
import { formatAsPlate } from '../registration.ts';
import type { LoggedVendorCall } from '../vendors/call-log.ts';
import type { VendorFault } from '../vendors/fault-store.ts';
import type { SimulatedStripeService } from '../stripe/stripe.service.ts';
import type { StripeWebhookDelivery } from '../stripe/webhook-sender.ts';
import type { StripeWebhookFaultSettings } from '../stripe/webhook-settings.ts';
import type { UkvdPackageBill } from '../ukvd/ukvd-package-bills.ts';
import type { SandboxContext } from '../vendors/vendor-hooks.ts';
import {
  vendorFaultModes,
  vendorNames,
  vendorTitles,
  type VendorFaultMode,
  type VendorName,
} from '../vendors/vendor.types.ts';

export interface ControlPageState {
  clock: {
    now: string;
    /** Offset of the sandbox's clock from the machine's, in milliseconds. */
    aheadMs: number;
  };
  /** The day in Europe/London that the fleet's dates are based on. */
  today: string;
  modes: Record<VendorFaultMode, string>;
  vendors: {
    name: VendorName;
    title: string;
    faults: VendorFault[];
    callCount: number;
    recentCalls: LoggedVendorCall[];
  }[];
  /** The charges of UK Vehicle Data since the calls were cleared. */
  bills: UkvdPackageBill[];
  stripe: {
    settings: StripeWebhookFaultSettings;
    /** Deliveries of events that are in flight or will be retried. */
    waiting: number;
    recentDeliveries: StripeWebhookDelivery[];
    /** Objects by kind. */
    counts: Record<string, number>;
  };
  fleet: { registration: string; onPlate: string; is: string; vehicle: string | null }[];
  /** Registrations of cars whose dates no longer follow the clock. */
  moved: readonly string[];
}

const recent = 12;

export function controlPageState(context: SandboxContext, stripe: SimulatedStripeService): ControlPageState {
  const calls = context.calls.read(null);
  return {
    clock: { now: context.now().toISOString(), aheadMs: context.clock.aheadMs() },
    today: context.fleet.today(),
    modes: vendorFaultModes,
    vendors: vendorNames.map((name) => ({
      name,
      title: vendorTitles[name],
      faults: context.faults.list(name),
      callCount: calls[name].count,
      recentCalls: calls[name].calls.slice(0, recent),
    })),
    bills: context.bills.read(null),
    stripe: stripeSummary(stripe),
    moved: context.fleet.moved(),
    fleet: [
      ...plannedCars.map(({ registration, is, model, colour }) => ({
        registration,
        onPlate: formatAsPlate(registration),
        is,
        vehicle: `${model.make} ${model.name}, ${colour.toLowerCase()}`,
      })),
      ...registrationsWithoutRecord.map(({ registration, is }) => ({
        registration,
        onPlate: formatAsPlate(registration),
        is,
        vehicle: null,
      })),
    ],
  };
}

const stripeSummary = ({ account, webhooks }: SimulatedStripeService): ControlPageState['stripe'] => ({
  settings: webhooks.settings,
  waiting: webhooks.waiting,
  recentDeliveries: webhooks.deliveries.slice(-recent).reverse(),
  counts: {
    customers: account.customers.size,
    payments: account.paymentIntents.size,
    subscriptions: account.subscriptions.size,
    invoices: account.invoices.size,
    charges: account.charges.size,
    refunds: account.refunds.size,
  },
});
