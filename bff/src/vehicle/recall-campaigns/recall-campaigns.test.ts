import { readRecallCampaignsEndpoint, type RecallCampaigns } from '@ve/contracts/http/vehicle/recall-campaigns';
import { replaceRecallCampaigns } from '@ve/data/vehicle/places/recall-campaign.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import { recallMatchCarOf } from '@ve/domain/vehicle/recall/match-campaigns';
import { callApi } from '../../testing/api-call.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(() => app.empty('vehicles', 'recall_campaigns', 'file_imports'));
afterAll(() => app.close());

const readAt = new Date('2026-11-20T10:00:00.000Z');
const read = async (registration: string): Promise<RecallCampaigns> =>
  readRecallCampaignsEndpoint.answers[200].parse(
    (await callApi('GET', `${app.url}/api/vehicles/${registration}/recall-campaigns`)).body,
  );
const record = completeRecordOf('AB12CDE', new Date());
const campaign = (number: string, changes: Partial<RecallCampaign> = {}): RecallCampaign => ({
  number,
  make: recallMatchCarOf(record)!.make,
  model: recallMatchCarOf(record)!.models[0]!,
  launchedOn: '2026-10-01',
  concern: 'The airbag may not open',
  defect: 'A connector may come loose',
  remedy: 'Replace the connector',
  affected: 640,
  vins: [],
  builds: [],
  ...changes,
});

it('lists the campaigns that may apply to the vehicle, latest first, with the age of the list', async () => {
  await saveVehicleRecordIfNewer(app.em(), record);
  await app.data.add('file_imports', { name: 'recalls', fetchedAt: readAt });
  await replaceRecallCampaigns(app.em(), [
    campaign('R/2026/100'),
    campaign('R/2026/101', { model: 'ANOTHER' }),
    campaign('R/2026/102', { launchedOn: '2026-11-01', affected: null }),
  ]);
  const answer = await read('ab12 cde');
  expect(answer).toMatchObject({ outcome: 'matched', listReadAt: readAt.toISOString() });
  expect(answer.outcome === 'matched' && answer.campaigns).toEqual([
    {
      number: 'R/2026/102',
      launchedOn: '2026-11-01',
      concern: 'The airbag may not open',
      defect: 'A connector may come loose',
      remedy: 'Replace the connector',
      affected: null,
    },
    expect.objectContaining({ number: 'R/2026/100', affected: 640 }),
  ]);
});

it('says when the vehicle or the list is not known', async () => {
  expect(await read('AB12CDE')).toEqual({ outcome: 'list-not-read' });
  await app.data.add('file_imports', { name: 'recalls', fetchedAt: readAt });
  expect(await read('AB12CDE')).toEqual({ outcome: 'car-not-known' });
  await saveVehicleRecordIfNewer(app.em(), record);
  expect(await read('AB12CDE')).toMatchObject({ outcome: 'matched', campaigns: [] });
});

it('refuses text that is no registration', async () => {
  expect((await callApi('GET', `${app.url}/api/vehicles/%3Cscript%3E/recall-campaigns`)).status).toBe(404);
});
