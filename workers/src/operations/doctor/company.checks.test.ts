import { expect, it } from '@jest/globals';
import { companyFixture as company } from '@ve/domain/membership/company-identity.fixture';
import type { CompanyIdentity } from '@ve/domain/membership/company-identity';
import type { DoctorResult } from './doctor-check.ts';
import { companyChecks } from './company.checks.ts';

const check = async (key: string, named: CompanyIdentity | null): Promise<DoctorResult | undefined> =>
  companyChecks({ STRIPE_SECRET_KEY: key }, named)[0]?.run(AbortSignal.timeout(1_000));

it('demands the name of the company once real money is taken', async () => {
  expect(await check('sk_live_1', null)).toMatchObject({
    state: 'failed',
    problem: 'real money is taken, and no page names the company',
  });
  expect(await check('rk_live_1', company)).toEqual({ state: 'passed', detail: 'Example OÜ' });
});

it('does not in a trial', async () => {
  expect(await check('sk_test_1', null)).toMatchObject({ state: 'not-checked' });
  expect(await check('', null)).toMatchObject({ state: 'not-checked' });
});
