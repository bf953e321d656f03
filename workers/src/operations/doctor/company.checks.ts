import { companyIdentity, type CompanyIdentity } from '@ve/domain/membership/company-identity';
import { stripeModeOfKey } from '@ve/domain/membership/stripe-mode';
import { failed, notChecked, passed, type DoctorCheck } from './doctor-check.ts';
import type { Environment } from './doctor-variables.ts';

/** Whether pages and mails say with whom a customer makes the contract, once real money is taken. */
export const companyChecks = (env: Environment, company: CompanyIdentity | null = companyIdentity): DoctorCheck[] => {
  const remedy =
    'Fill in libs/domain/src/membership/company-identity.ts, deploy the workers and release mfe-content: docs/operations/stripe.md';
  return [
    {
      group: 'Service',
      name: 'company identity',
      remedy,
      run: () => {
        if (company !== null) return Promise.resolve(passed(company.name));
        return Promise.resolve(
          stripeModeOfKey(env['STRIPE_SECRET_KEY'] ?? '') === 'live'
            ? failed('real money is taken, and no page names the company', remedy)
            : notChecked('no page names the company, which is needed before real money is taken'),
        );
      },
    },
  ];
};
