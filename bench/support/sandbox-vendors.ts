/** The vendors that a report and a full check wait for. */
export type VehicleDataVendor = 'dvla' | 'dvsa' | 'ukvd';

/** Latency of each vendor in the benches, in milliseconds: about that of the real ones. */
const latencies: Record<VehicleDataVendor, number> = { dvla: 200, dvsa: 400, ukvd: 600 };

const json = { 'content-type': 'application/json' };

const answered = async (response: Response, what: string): Promise<unknown> => {
  if (!response.ok) throw new Error(`${what}: ${String(response.status)} ${await response.text()}`);
  return response.json();
};

/** Gives a sandbox's vendors their latency. Returns clients of them, which call as our adapters do. */
export async function createVehicleVendorBaseline(sandbox: string) {
  const slowDown = async (vendor: VehicleDataVendor): Promise<void> => {
    const body = JSON.stringify({ mode: 'slow', delayMs: latencies[vendor] });
    await answered(await fetch(`${sandbox}/control/faults/${vendor}`, { method: 'PUT', headers: json, body }), vendor);
  };
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
    scope: 'https://tapi.dvsa.gov.uk/.default',
  });
  const token = (await answered(
    await fetch(`${sandbox}/entra/sandbox-tenant/oauth2/v2.0/token`, { method: 'POST', body: form }),
    'token',
  )) as { access_token: string };
  await Promise.all((Object.keys(latencies) as VehicleDataVendor[]).map(slowDown));

  const ukvd = (dataPackage: string) => async (registration: string) => {
    const query = new URLSearchParams({ v: '2', auth_apikey: 'sandbox-ukvd-key', key_VRM: registration });
    await answered(await fetch(`${sandbox}/ukvd/api/datapackage/${dataPackage}?${query.toString()}`), dataPackage);
  };
  return {
    dvla: async (registration: string) => {
      const headers = { ...json, 'x-api-key': 'sandbox-dvla-key' };
      const request = { method: 'POST', headers, body: JSON.stringify({ registrationNumber: registration }) };
      await answered(await fetch(`${sandbox}/dvla/vehicle-enquiry/v1/vehicles`, request), 'dvla');
    },
    dvsa: async (registration: string) => {
      const headers = { authorization: `Bearer ${token.access_token}`, 'x-api-key': 'sandbox-dvsa-key' };
      await answered(
        await fetch(`${sandbox}/dvsa/v1/trade/vehicles/registration/${registration}`, { headers }),
        'dvsa',
      );
    },
    VehicleData: ukvd('VehicleData'),
    VdiCheckFull: ukvd('VdiCheckFull'),
    ValuationData: ukvd('ValuationData'),
  };
}
