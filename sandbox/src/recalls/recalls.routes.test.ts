import { startSandboxCaller, type SandboxCaller } from '../testing/caller.ts';

let caller: SandboxCaller;
let now = new Date('2026-11-22T10:00:00.000Z');
beforeAll(async () => {
  caller = await startSandboxCaller(() => now);
});
afterAll(() => caller.close());

const file = (headers: Record<string, string> = {}) =>
  caller.call('/recalls/documents/RecallsFile.csv', { headers: { 'user-agent': 'Mozilla/5.0', ...headers } });

test('the file is CP1252 with CRLF, and unchanged by its etag until a campaign is launched', async () => {
  const first = await file();
  expect(first.status).toBe(200);
  expect(first.text).toMatch(
    /^Launch Date,Recalls Number,Make,.*Build Start,Build End\r\n12\/11\/2019,R\/2019\/341,CITROEN,C3,/,
  );
  expect(first.text).not.toContain('R/2027/011');
  const etag = first.headers.get('etag') ?? '';
  expect((await file({ 'if-none-match': etag })).status).toBe(304);
  now = new Date('2027-01-13T10:00:00.000Z');
  const later = await file({ 'if-none-match': etag });
  expect(later.status).toBe(200);
  expect(later.text).toContain('12/01/2027,R/2027/011,FORD,"FOCUS, C-MAX"');
});

test('a client without a browser’s User-Agent is rejected, and faults are injected', async () => {
  expect((await file({ 'user-agent': 'node' })).status).toBe(403);
  await caller.put('/control/faults/recalls', { mode: 'wrong-shape', times: 1 });
  expect((await file()).text).toMatch(/^Date,Number/);
  await caller.put('/control/faults/recalls', { mode: 'error-503', times: 1 });
  expect((await file()).status).toBe(503);
  expect((await file()).status).toBe(200);
});
