import { createHttpAgent } from '../http/http-exchange.ts';
import { slowProviderLimits } from '../http/provider-limits.ts';
import { accepted, notAcceptedBecause, type VendorAccess } from '../http/vendor-access.ts';
import { fuelFinderHeaders } from './fuel-finder.adapter.ts';
import { createFuelFinderTokenSource } from './fuel-finder-token.ts';

/** Whether Fuel Finder accepts our account, by a token, and no prices. Never throws. */
export const checkFuelFinderAccount = async (
  { url, clientId, clientSecret }: { url: string; clientId: string; clientSecret: string },
  signal: AbortSignal,
): Promise<VendorAccess> => {
  const agent = createHttpAgent({ ...slowProviderLimits, ratePerSecond: 1, burst: 1 });
  const account = { base: url, clientId, clientSecret, headers: fuelFinderHeaders };
  try {
    const token = await createFuelFinderTokenSource(agent, account, () => performance.now()).get(signal);
    if (token.granted) return accepted('it accepts our account');
    return notAcceptedBecause(token.verdict.result.reason);
  } finally {
    await agent.destroy();
  }
};
