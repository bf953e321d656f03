import { checkFuelFinderAccount } from '@ve/providers/fuel/fuel-finder-access';
import { checkRecallsFile } from '@ve/providers/recalls/dvsa-recalls-access';
import { checkIdealPostcodesKey } from '@ve/providers/address/ideal-postcodes-key';
import { createDvlaAdapter } from '@ve/providers/vehicle-enquiry/dvla.adapter';
import { createDvsaMotHistoryAdapter } from '@ve/providers/mot-history/dvsa.adapter';
import type { Closable } from '@ve/providers/http/adapter-options';
import { singleCall } from '@ve/providers/http/single-call';
import { accepted, notAcceptedBecause, type VendorAccess } from '@ve/providers/http/vendor-access';
import { checkUkvdAccess } from '@ve/providers/ukvd-access';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { httpUrlConfigField } from '@ve/server-kit/config/process-fields';
import * as z from 'zod';
import { configSchema } from '../../config.ts';
import { notChecked, resultOfAccess, type DoctorCheck } from './doctor-check.ts';
import { withVariables, type Environment } from './doctor-variables.ts';

/** The vehicle that DVLA and DVSA document for tests. Elsewhere it may be any vehicle, or none. */
const testRegistration = 'AA19AAA';

interface Register extends Closable {
  find(registration: string, signal?: AbortSignal): Promise<VehicleAnswer<unknown>>;
}

const askRegister = async (register: Register, signal: AbortSignal): Promise<VendorAccess> => {
  try {
    const answer = await register.find(testRegistration, signal);
    if (answer.state !== 'unavailable') return accepted('it answers about a test vehicle');
    return notAcceptedBecause(answer.reason === 'restricted' ? 'refused' : answer.reason);
  } finally {
    await register.close();
  }
};

const key = z.string().min(1);
const url = httpUrlConfigField();

/** Asks each vendor of vehicle data and addresses by its cheapest call; none is charged. */
export const vehicleVendorChecks = (env: Environment): DoctorCheck[] => {
  const group = 'Vendors';
  const { RECALLS_URL, FUEL_FINDER_URL, FUEL_FINDER_CLIENT_ID, FUEL_FINDER_CLIENT_SECRET } = configSchema.shape;
  const outage = 'If it lasts: docs/operations/alarms/vendor-does-not-answer.md';
  const check = (name: string, variables: string, run: (remedy: string) => DoctorCheck['run']): DoctorCheck => {
    const remedy = `Compare ${variables} with the vendor’s account. ${outage}`;
    return { group, name, remedy, run: run(remedy) };
  };
  return [
    check('DVLA', 'DVLA_URL and DVLA_API_KEY', (remedy) =>
      withVariables(env, { DVLA_URL: url, DVLA_API_KEY: key }, async (given, signal) => {
        const register = createDvlaAdapter({ ...singleCall, url: given.DVLA_URL, apiKey: given.DVLA_API_KEY });
        return resultOfAccess(await askRegister(register, signal), remedy);
      }),
    ),
    check('DVSA', 'the five DVSA variables', (remedy) =>
      withVariables(
        env,
        {
          DVSA_URL: url,
          DVSA_TOKEN_URL: url,
          DVSA_CLIENT_ID: key,
          DVSA_CLIENT_SECRET: key,
          DVSA_API_KEY: key,
          DVSA_SCOPE: z.string().default('https://tapi.dvsa.gov.uk/.default'),
        },
        async (given, signal) => {
          const register = createDvsaMotHistoryAdapter({
            ...singleCall,
            url: given.DVSA_URL,
            apiKey: given.DVSA_API_KEY,
            tokenUrl: given.DVSA_TOKEN_URL,
            clientId: given.DVSA_CLIENT_ID,
            clientSecret: given.DVSA_CLIENT_SECRET,
            scope: given.DVSA_SCOPE,
          });
          return resultOfAccess(await askRegister(register, signal), remedy);
        },
      ),
    ),
    check('UK Vehicle Data', 'UKVD_URL and UKVD_API_KEY', (remedy) =>
      withVariables(env, { UKVD_URL: url, UKVD_API_KEY: key }, async (given, signal) => {
        const packages = ['VehicleData', 'VdiCheckFull', 'ValuationData'] as const;
        const account = { url: given.UKVD_URL, apiKey: given.UKVD_API_KEY, packages };
        return resultOfAccess(await checkUkvdAccess(account, signal), remedy);
      }),
    ),
    check('Ideal Postcodes', 'IDEAL_POSTCODES_URL and IDEAL_POSTCODES_API_KEY', (remedy) =>
      withVariables(env, { IDEAL_POSTCODES_URL: url, IDEAL_POSTCODES_API_KEY: key }, async (given, signal) => {
        const account = { url: given.IDEAL_POSTCODES_URL, apiKey: given.IDEAL_POSTCODES_API_KEY };
        return resultOfAccess(await checkIdealPostcodesKey(account, signal), remedy);
      }),
    ),
    check('DVSA recalls file', 'RECALLS_URL', (remedy) =>
      withVariables(env, { RECALLS_URL }, async (given, signal) =>
        resultOfAccess(await checkRecallsFile({ url: given.RECALLS_URL }, signal), remedy),
      ),
    ),
    check('Fuel Finder', 'FUEL_FINDER_CLIENT_ID and FUEL_FINDER_CLIENT_SECRET', (remedy) =>
      withVariables(
        env,
        { FUEL_FINDER_URL, FUEL_FINDER_CLIENT_ID, FUEL_FINDER_CLIENT_SECRET },
        async (
          { FUEL_FINDER_URL: at, FUEL_FINDER_CLIENT_ID: clientId, FUEL_FINDER_CLIENT_SECRET: clientSecret },
          signal,
        ) => {
          if (clientId === undefined || clientSecret === undefined) {
            return notChecked('it needs FUEL_FINDER_CLIENT_ID and FUEL_FINDER_CLIENT_SECRET, which production demands');
          }
          return resultOfAccess(await checkFuelFinderAccount({ url: at, clientId, clientSecret }, signal), remedy);
        },
      ),
    ),
  ];
};
