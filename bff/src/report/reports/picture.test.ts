import { endPictureRequest, requestVehiclePicture } from '@ve/data/vehicle/picture/vehicle-picture.repository';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import { saveFullCheckInReport } from '@ve/app/report/save-report';
import { createTestMember } from '../../testing/members.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pathOf = (registration: string) => `${app.url}/api/reports/${registration}/picture`;
const get = (headers: Record<string, string>, registration: string) => fetch(pathOf(registration), { headers });
const image = (headers: Record<string, string>, registration: string) =>
  fetch(`${pathOf(registration)}/image`, { headers });

/** A member whose saved report has a full check of this vehicle. */
const checked = async (registration: string) => {
  const member = await createTestMember(app);
  const at = new Date();
  const section = { state: 'not-held', source: 'UKVD', at: at.toISOString() } as const;
  await app.em().transactional(async (em) => {
    const customerId = await lockOrCreateCustomer(em, member.userId, at);
    const fullCheck = { checkedAt: at.toISOString(), vdi: section, valuation: section };
    await saveFullCheckInReport(em, { customerId, record: completeRecordOf(registration, at), fullCheck }, at);
  });
  return member;
};
const kept = async (registration: string, retainedUntil: Date) => {
  const at = new Date();
  await requestVehiclePicture(app.em(), { registration, waitUntil: new Date(at.getTime() + 86_400_000) }, at);
  await endPictureRequest(
    app.em(),
    { registration, end: { state: 'found', kind: 'image/png', bytes, retainedUntil } },
    at,
  );
};
const soon = () => new Date(Date.now() + 3_600_000);

it('is shown to a member with a full check of the vehicle, with its detected type', async () => {
  const { headers } = await checked('PC21AAA');
  expect(await (await get(headers, 'PC21AAA')).json()).toEqual({ outcome: 'none' });
  await requestVehiclePicture(
    app.em(),
    { registration: 'PC21AAA', waitUntil: new Date(Date.now() + 86_400_000) },
    new Date(),
  );
  expect(await (await get(headers, 'PC21AAA')).json()).toEqual({ outcome: 'asked' });
  await kept('PC21AAA', soon());
  expect(await (await get(headers, 'pc21%20aaa')).json()).toMatchObject({
    outcome: 'found',
    image: '/api/reports/PC21AAA/picture/image',
  });
  const answer = await image(headers, 'PC21AAA');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
});

it('is refused for visitors, for members without the check, and after the licence has ended', async () => {
  await kept('PC22AAA', soon());
  const { headers: other } = await createTestMember(app);
  expect(await (await get(other, 'PC22AAA')).json()).toEqual({ outcome: 'none' });
  expect((await image(other, 'PC22AAA')).status).toBe(404);
  expect((await get({}, 'PC22AAA')).status).toBe(401);
  expect((await image({}, 'PC22AAA')).status).toBe(401);

  const { headers } = await checked('PC23AAA');
  await kept('PC23AAA', new Date(Date.now() - 1_000));
  expect(await (await get(headers, 'PC23AAA')).json()).toEqual({ outcome: 'none' });
  expect((await image(headers, 'PC23AAA')).status).toBe(404);
});
