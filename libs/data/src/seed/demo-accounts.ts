import type { Role } from '@ve/contracts/roles';
import type { SubscriptionStatus } from '../membership/subscription/subscription.entity.ts';

export interface DemoCustomer {
  name: string;
  status: SubscriptionStatus;
  /** Remaining time of the current period when the account is seeded. */
  periodDays: number;
  /** In the sandbox's Stripe from its start. */
  stripe: { customerId: string; subscriptionId: string };
  vehicle: { registration: string; make: string; model: string; year: number; colour: string };
}

export interface DemoAccount {
  email: string;
  /** Description shown with the account. */
  is: string;
  role: Role;
  customer: DemoCustomer | null;
}

/** The demo accounts; their vehicles are in the sandbox's fleet. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'driver@example.com',
    is: 'Member with one full check to use',
    role: 'user',
    customer: {
      name: 'Dana Driver',
      status: 'active',
      periodDays: 30,
      stripe: { customerId: 'cus_demo_driver', subscriptionId: 'sub_demo_driver' },
      vehicle: { registration: 'AB12CDE', make: 'FORD', model: 'FOCUS', year: 2012, colour: 'BLUE' },
    },
  },
  {
    email: 'trial@example.com',
    is: 'In the 24-hour trial',
    role: 'user',
    customer: {
      name: 'Terry Trial',
      status: 'trialing',
      periodDays: 1,
      stripe: { customerId: 'cus_demo_trial', subscriptionId: 'sub_demo_trial' },
      vehicle: { registration: 'FN15FNC', make: 'NISSAN', model: 'QASHQAI', year: 2015, colour: 'GREY' },
    },
  },
  { email: 'admin@example.com', is: 'Staff: admin', role: 'admin', customer: null },
  { email: 'moderator@example.com', is: 'Staff: moderator', role: 'moderator', customer: null },
];
