import type { ReportPdfStatus } from '@ve/contracts/http/report/report-pdfs';
import { failReportPdf, storeReportPdf } from '@ve/data/report/report-pdf.repository';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { postWithoutBodyFromOwnPage, createTestMember, type TestMember } from '../../testing/members.ts';
import { completeRecordOf, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await saveVehicleRecordIfNewer(app.em(), completeRecordOf('AB12CDE', new Date()));
});
afterAll(() => app.close());

const ask = ({ headers }: Pick<TestMember, 'headers'>, registration = 'AB12CDE') =>
  postWithoutBodyFromOwnPage(`${app.url}/api/reports/${encodeURIComponent(registration)}/pdf`, headers);
const asked = async (member: TestMember) => (await (await ask(member)).json()) as ReportPdfStatus;
const read = (path: string, { headers }: Pick<TestMember, 'headers'>) => fetch(app.url + path, { headers });
const keep = (id: string, text: string, contentHash = 'b'.repeat(64)) =>
  storeReportPdf(app.em(), { id, content: Buffer.from(text), contentHash, madeAt: new Date() });
const hashOf = async (id: string) => (await app.data.one('report_pdfs', { id })).contentHash;
const jobsOf = async (id: string) =>
  (await app.data.values('outbox', 'payload', { jobName: 'report-pdfs.render' })).filter(({ pdfId }) => pdfId === id);

/** A member who has saved the report. */
async function createReader(): Promise<TestMember> {
  const member = await createTestMember(app);
  await postWithoutBodyFromOwnPage(`${app.url}/api/reports/AB12CDE`, member.headers);
  return member;
}

it('is queued once, followed, and then downloaded under a safe name', async () => {
  const member = await createReader();
  const first = await ask(member, 'ab12 cde');
  expect(first.status).toBe(202);
  const pdf = (await first.json()) as ReportPdfStatus;
  expect(first.headers.get('location')).toBe(pdf.self);
  expect(await asked(member)).toEqual(pdf);
  expect(await jobsOf(pdf.id)).toHaveLength(1);
  expect((await read(`${pdf.self}/file`, member)).status).toBe(404);

  await keep(pdf.id, '%PDF-1.7 test', await hashOf(pdf.id));
  const ready = (await (await read(pdf.self, member)).json()) as ReportPdfStatus;
  expect(ready).toEqual({ ...pdf, outcome: 'ready', file: `${pdf.self}/file` });
  const again = await ask(member);
  expect([again.status, await again.json()]).toEqual([200, ready]);

  const file = await read(ready.file ?? '', member);
  expect(await file.text()).toBe('%PDF-1.7 test');
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="AB12CDE-report-\d{4}-\d\d-\d\d\.pdf"$/),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
});

it('that failed is created again on request; of another content it is another', async () => {
  const member = await createReader();
  const pdf = await asked(member);
  await failReportPdf(app.em(), pdf.id, new Date());
  expect(await (await read(pdf.self, member)).json()).toMatchObject({ outcome: 'failed', file: null });
  expect(await asked(member)).toEqual(pdf);
  expect(await jobsOf(pdf.id)).toHaveLength(2);

  const record = completeRecordOf('AB12CDE', new Date(Date.now() + 1_000));
  if (record.licensing.state !== 'found') throw new Error('no record');
  record.licensing.data.colour = 'PURPLE';
  await saveVehicleRecordIfNewer(app.em(), record);
  expect((await asked(member)).id).not.toBe(pdf.id);
});

it('whose job is lost is queued again on request, once', async () => {
  const member = await createReader();
  const pdf = await asked(member);
  await app.data.remove('outbox');
  const orderedAgo = (seconds: number) =>
    app.data.set('report_pdfs', { createdAt: new Date(Date.now() - seconds * 1_000) }, { id: pdf.id });
  // A concurrent request has to wait until a time that this test does not reach, even on a busy machine.
  await orderedAgo(-120);
  expect(await asked(member)).toEqual(pdf);
  expect(await jobsOf(pdf.id)).toHaveLength(0);
  await orderedAgo(6);
  const both = await Promise.all([asked(member), asked(member)]);
  expect(both).toEqual([pdf, pdf]);
  expect(await jobsOf(pdf.id)).toHaveLength(1);
});

it('with outdated content is kept as such: a new request creates today’s', async () => {
  const member = await createReader();
  const ordered = await asked(member);
  const hash = await hashOf(ordered.id);
  await keep(ordered.id, '%PDF newer');
  expect(await (await read(`${ordered.self}/file`, member)).text()).toBe('%PDF newer');
  const again = await asked(member);
  expect(again).toMatchObject({ outcome: 'making', id: expect.not.stringMatching(ordered.id) });

  // Another customer's PDF with the same content has its own file, and does not replace the first one.
  await keep(again.id, '%PDF same');
  expect([await hashOf(ordered.id), await hashOf(again.id)]).toEqual([
    'b'.repeat(64),
    expect.not.stringMatching(hash ?? ''),
  ]);
  expect(await (await read(`${again.self}/file`, member)).text()).toBe('%PDF same');
});

it('belongs to its customer: for others it is unknown, and so is one of a report that is not saved', async () => {
  const pdf = await asked(await createReader());
  await keep(pdf.id, '%PDF');
  const other = await createTestMember(app);
  const statuses = await Promise.all([
    read(pdf.self, other),
    read(`${pdf.self}/file`, other),
    ask(other),
    ask(other, 'KP08KPR'),
    fetch(app.url + pdf.self),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 401]);
});

it('is limited per customer', async () => {
  const member = await createReader();
  const outcomes: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    const { status } = await ask(member);
    outcomes.push(status);
    await app.data.remove('report_pdfs');
  }
  expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 202), 429]);
});
