import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeBuyingDecision } from '@ve/domain/verdict/make-decision';
import type { BuyingDecision } from '@ve/domain/verdict/decision';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { RecordSection, SourceName, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createInMemoryLimiter } from './http/vendor-limiter.fixture.ts';
import { createDvsaMotHistoryAdapter } from './mot-history/dvsa.adapter.ts';
import { startStripeSandbox as startSandbox } from './payments/stripe-sandbox.fixture.ts';
import { createUkvdSpecificationAdapter } from './specification/ukvd.adapter.ts';
import { createUkvdValuationAdapter } from './valuation/ukvd-valuation.adapter.ts';
import { createUkvdVdiAdapter } from './vdi-check/ukvd-vdi.adapter.ts';
import { createDvlaAdapter } from './vehicle-enquiry/dvla.adapter.ts';
import type { VehicleAnswer } from './vehicle-answer.ts';

const expected = fileURLToPath(new URL('decisions.expected.txt', import.meta.url));
const today = '2026-11-21';
const at = `${today}T10:00:00.000Z`;

interface DemoCar {
  registration: string;
  is: string;
  vehicle: string | null;
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let close: () => Promise<unknown>;
let demoCars: () => Promise<DemoCar[]>;
let recordOf: (registration: string) => Promise<VehicleRecord>;
let checkOf: (registration: string) => Promise<FullCheck>;

beforeAll(async () => {
  sandbox = await startSandbox();
  const put = async (path: string, body: object) => {
    const answer = await fetch(`${sandbox.url}/control/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await put('clock', { instant: at });
  // The content of a slow vendor's response does not depend on its delay.
  for (const vendor of ['dvla', 'dvsa', 'ukvd'])
    await put(`faults/${vendor}`, { mode: 'slow', delayMs: 1, registration: 'SL02WLY' });

  const limits = { backoffMs: 1, breakerFailures: 1_000, totalTimeoutMs: 5_000, ratePerSecond: 1_000, burst: 1_000 };
  const own = { createVendorLimiter: createInMemoryLimiter, limits };
  const dvla = createDvlaAdapter({ url: `${sandbox.url}/dvla`, apiKey: 'sandbox-dvla-key', ...own });
  const dvsa = createDvsaMotHistoryAdapter({
    url: `${sandbox.url}/dvsa`,
    tokenUrl: `${sandbox.url}/entra/sandbox-tenant/oauth2/v2.0/token`,
    clientId: 'sandbox-client',
    clientSecret: 'sandbox-secret',
    apiKey: 'sandbox-dvsa-key',
    scope: 'https://tapi.dvsa.gov.uk/.default',
    ...own,
  });
  const ukvd = createUkvdSpecificationAdapter({ url: `${sandbox.url}/ukvd`, apiKey: 'sandbox-ukvd-key', ...own });
  const vdi = createUkvdVdiAdapter({ url: `${sandbox.url}/ukvd`, apiKey: 'sandbox-ukvd-key', ...own });
  const valuation = createUkvdValuationAdapter({ url: `${sandbox.url}/ukvd`, apiKey: 'sandbox-ukvd-key', ...own });
  close = () => Promise.all([...[dvla, dvsa, ukvd, vdi, valuation].map((adapter) => adapter.close()), sandbox.close()]);
  checkOf = async (registration) => {
    const [checked, valued] = await Promise.all([vdi.find(registration), valuation.find(registration, null)]);
    return { checkedAt: at, vdi: section('UKVD', checked), valuation: section('UKVD', valued) };
  };
  demoCars = async () => {
    const state = (await (await fetch(`${sandbox.url}/control/state`)).json()) as { fleet: DemoCar[] };
    return state.fleet;
  };
  recordOf = async (registration) => {
    const [licensing, testing, specification] = await Promise.all([
      dvla.find(registration),
      dvsa.find(registration),
      ukvd.find(registration),
    ]);
    return {
      registration,
      fetchedAt: at,
      licensing: section('DVLA', licensing),
      testing: section('DVSA', testing),
      specification: section('UKVD', specification),
    };
  };
});
afterAll(() => close());

function section<T>(source: SourceName, answer: VehicleAnswer<T>): RecordSection<T> {
  if (answer.state === 'found') return { state: 'found', source, at, data: answer.data };
  if (answer.state === 'unavailable') return { state: 'unavailable', source, at, reason: answer.reason };
  return { state: 'not-held', source, at };
}

test('each demo vehicle is decided as recorded, before and after its full check', async () => {
  const cars = await demoCars();
  const decided: Decided[] = [];
  for (const car of cars) {
    const record = await recordOf(car.registration);
    const isHeld = [record.licensing, record.testing, record.specification].some(({ state }) => state === 'found');
    if (!isHeld) continue;
    const before = makeBuyingDecision({ record, fullCheck: null, today });
    decided.push({
      car,
      before,
      after: makeBuyingDecision({ record, fullCheck: await checkOf(car.registration), today }),
    });
  }
  expect(decided.length).toBeGreaterThan(35);
  const text = pageOf(decided);
  if (process.env.WRITE_DECISIONS === '1') await writeFile(expected, text);
  expect(await readFile(expected, 'utf8')).toBe(text);
});

interface Decided {
  car: DemoCar;
  before: BuyingDecision;
  after: BuyingDecision;
}

/** Escapes Markdown's characters, so that a register's text is shown unchanged. */
const plain = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[|*_`[\]\\]/g, '\\$&');

function pageOf(decided: readonly Decided[]): string {
  const rows = decided.map(({ car, before, after }) => {
    const cells = [before, after].map(({ title, sentence }) => `**${plain(title)}**<br>${plain(sentence)}`);
    return `| ${formatRegistration(car.registration)} | ${cells.join(' | ')} |`;
  });
  return [
    '# What the report decides about each demo vehicle',
    '',
    'Made by `libs/providers/src/decisions.test.ts` from the sandbox’s answers, through the adapters, on the fixed day 21 November 2026; that test fails when this file is stale, and writes it with `WRITE_DECISIONS=1`. The rules are `libs/domain/src/verdict/make-decision.ts`. Vehicles that no source holds have no report: DN02 DWN (every vendor fails) shows the sample, ER19 NFD and ER19 BAD are not found.',
    '',
    '| registration | before the full check | after it |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '## Reasons',
    '',
    ...decided.flatMap(({ car, before, after }) => [
      `### ${formatRegistration(car.registration)}`,
      '',
      plain(car.is),
      '',
      ...linesOf('Before', before),
      ...linesOf('After', after),
    ]),
  ].join('\n');
}

function linesOf(when: string, { title, reasons, more, next, questions }: BuyingDecision): string[] {
  const asked = questions.map(({ id, state, answer }) => `${id} ${state} (${plain(answer)})`);
  return [
    `**${when}: ${plain(title)}.** ${plain(next)}`,
    '',
    ...reasons.map(({ level, text, source }) => `- ${level}: ${plain(text)} (${source ?? 'the plate'})`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(reasons.length > 0 ? [''] : []),
    `Questions: ${asked.join(' · ')}.`,
    '',
  ];
}
