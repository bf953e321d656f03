import { beforeEach, describe, expect, test } from '@jest/globals';
import { configure, screen, within } from '@testing-library/react';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { fixtureToday } from '../../testing/fetches.ts';
import {
  finishedFullCheck,
  fullCheckOf,
  membershipAnswersByPlan,
  savedReportPath,
  savedReportWithCheck,
} from '../../testing/full-checks.ts';
import { FullCheckUnlockProvider } from '../unlock/unlock-provider.tsx';
import { AdditionalChecks } from './additional-checks.tsx';
import { VdiReport } from './vdi-report.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
});

/** Renders the tab of a member with this full check. */
function open(Tab: typeof VdiReport, fullCheck: FullCheck | null, setup: VehicleRecordSetup = {}) {
  network.answer('GET /api/subscription', { body: membershipAnswersByPlan.used });
  network.answer(`GET ${savedReportPath}`, {
    body: savedReportWithCheck(fullCheck === null ? null : finishedFullCheck(fullCheck)),
  });
  return renderPage(
    <FullCheckUnlockProvider registration="AB12CDE">
      <Tab record={vehicleRecordFixture(setup)} fullCheck={fullCheck} today={fixtureToday} />
    </FullCheckUnlockProvider>,
    { queries: true, ...(fullCheck === null ? {} : { session: signedInSession() }) },
  );
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const valueOf = (label: string, within_ = screen.getByRole('region', { name: 'Full VDI check' })) =>
  within(within_).getByText(label, { selector: 'dt' }).nextElementSibling;

describe('the VDI Check Report tab', () => {
  test('before the check explains each locked row, and shows no result', () => {
    open(VdiReport, null);
    const locked = section('Full VDI check');
    expect(locked.getAllByText('(Locked)', { exact: false })).toHaveLength(7);
    expect(locked.getByText('VIN Check')).toBeVisible();
    expect(locked.queryByRole('term')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign Up to Upgrade' })).toBeVisible();
    for (const name of ['Valuation', 'Outstanding Finance', 'Insurance write-off']) {
      expect(screen.queryByRole('region', { name })).toBeNull();
    }
  });

  test('after a clear check has the seven rows, each with its source', async () => {
    open(VdiReport, fullCheckOf());
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
    const rows = section('Full VDI check').getAllByRole('term');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Written Off',
      'Salvage History',
      'Stolen',
      'Colour Changes',
      'Ex-Taxi',
      'VIN Check',
      'Outstanding Finance',
    ]);
    expect(valueOf('Stolen')).toHaveTextContent(/^No/);
    expect(valueOf('Outstanding Finance')).toHaveTextContent(/^No$/);
    expect(valueOf('Ex-Taxi')).toHaveTextContent(/^Not available/);
    // The source is named once for the card, not below each line.
    expect(section('Full VDI check').getAllByText(/1 June 2026 at 10:00$/, { selector: 'time' })).toHaveLength(1);
  });

  test('shows a finance agreement as a task: whom to call, what to ask, when the buyer is protected', () => {
    const finance = [
      {
        agreementDate: '2024-03-03',
        type: 'HIRE PURCHASE',
        termMonths: 48,
        number: 'HP-1',
        company: 'Northgate Motor Finance',
        phone: '0113 496 0100',
        description: null,
      },
    ];
    open(VdiReport, fullCheckOf({ vdi: { financeCount: 1, finance } }));
    expect(valueOf('Outstanding Finance')).toHaveTextContent('Yes — 1 agreement');
    const task = section('Outstanding Finance');
    expect(task.getByRole('heading', { name: 'Ring Northgate Motor Finance before you pay' })).toBeVisible();
    expect(task.getByRole('link', { name: 'Ring Northgate Motor Finance' })).toHaveAttribute(
      'href',
      'tel:+441134960100',
    );
    expect(task.getByText(/settlement figure today/)).toBeVisible();
    expect(task.getByText(/Hire Purchase Act 1964, section 27/)).toBeVisible();
    expect(task.getByRole('link', { name: /Hire Purchase Act 1964, Part III/ })).toBeVisible();
  });

  test('explains the category of a write-off, with its dates and the MOT tests since', () => {
    const loss = { lossDate: '2023-05-01', enteredOn: '2023-06-02', lossType: 'ACCIDENTAL DAMAGE', category: 'S' };
    open(VdiReport, fullCheckOf({ vdi: { writtenOff: true, writeOffCount: 1, writeOffs: [loss] } }), {
      testing: { tests: [motTestFixture('2026-01-01', 50_000), motTestFixture('2025-01-01', 45_000)] },
    });
    expect(valueOf('Written Off')).toHaveTextContent('Yes — Category S, 1 May 2023');
    expect(valueOf('Salvage History')).toHaveTextContent('Yes — Category S');
    const off = section('Insurance write-off');
    expect(off.getByText('Category S: repairable, structural damage')).toBeVisible();
    expect(off.getByText('2 June 2023')).toBeVisible();
    expect(off.getByText(/2 MOT tests since the loss: 2 passed/)).toBeVisible();
    expect(off.getByRole('link', { name: /GOV.UK: Insurance write-offs/ })).toBeVisible();
  });

  test('shows force and number for a stolen vehicle, and what not to do', () => {
    open(
      VdiReport,
      fullCheckOf({
        vdi: {
          stolen: true,
          stolenDate: '2026-03-03',
          stolenPoliceForce: 'WEST YORKSHIRE POLICE',
          stolenPhone: '101',
          stolenSource: 'PNC',
        },
      }),
    );
    const stolen = section('It is recorded as stolen');
    expect(stolen.getByText(/Do not buy it.*Ring the force/)).toBeVisible();
    expect(stolen.getByText('West Yorkshire Police')).toBeVisible();
    expect(stolen.getByRole('link', { name: '101' })).toHaveAttribute('href', 'tel:101');
    expect(stolen.getByText('Police National Computer')).toBeVisible();
  });

  test('does not refer to the police for a theft that only an insurer recorded', () => {
    open(VdiReport, fullCheckOf({ vdi: { stolen: true, stolenSource: 'MIAFTR', insurerTheftCount: null } }));
    const stolen = section('It is recorded as stolen');
    expect(stolen.getByText(/until the insurer that made the entry has confirmed/)).toBeVisible();
    expect(stolen.queryByText(/Ring the force|Police force/)).toBeNull();
  });

  test('shows colours as swatches with their dates', () => {
    open(
      VdiReport,
      fullCheckOf({ vdi: { colourChangeCount: 1, latestColourChange: { previousColour: 'RED', date: '2024-01-02' } } }),
      {
        licensing: { colour: 'BLUE' },
        specification: { colourChangeCount: 1, colourChanges: [{ previousColour: 'RED', date: '2024-01-02' }] },
      },
    );
    const colours = within(screen.getByRole('list', { name: 'Colours' }));
    expect(colours.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Blue now',
      'Red until 2 January 2024',
    ]);
  });

  test('compares the asking price in the browser, stores it there, and sends nothing', async () => {
    const { user, unmount } = open(VdiReport, fullCheckOf());
    const valuation = section('Valuation');
    expect(valuation.getAllByRole('term')).toHaveLength(9);
    expect(valuation.getByText('£6,200')).toBeVisible();
    const field = valuation.getByRole('textbox', { name: 'Asking price' });
    await user.type(field, '£6,950');
    expect(valuation.getByRole('status')).toHaveTextContent('£1,550 above the private range of £5,000 to £5,400.');
    expect(valuation.getByRole('status')).toHaveTextContent('£750 above the dealer range of £5,600 to £6,200.');
    expect(JSON.stringify(network.calls)).not.toContain('6,950');
    unmount();
    open(VdiReport, fullCheckOf());
    expect(section('Valuation').getByRole('textbox', { name: 'Asking price' })).toHaveValue('£6,950');
  });

  test('places the asking price on the bar from trade to forecourt by its keys, and says where it lies', async () => {
    const { user } = open(VdiReport, fullCheckOf());
    const valuation = section('Valuation');
    const bar = valuation.getByRole('slider', { name: 'Place the asking price on the scale' });
    expect(bar).toHaveAttribute('aria-valuetext', 'Not placed yet');
    const field = valuation.getByRole('textbox', { name: 'Asking price' });
    await user.type(field, '6200');
    expect(bar).toHaveAttribute('aria-valuetext', '£6,200');
    bar.focus();
    await user.keyboard('{ArrowLeft}');
    expect(field).toHaveValue('£6,150');
    await user.keyboard('{PageDown}');
    expect(field).toHaveValue('£5,650');
    expect(valuation.getByRole('status')).toHaveTextContent(
      /£5,650 compared.*the middle of .* to £6,200, trade to forecourt\./,
    );
    await user.clear(field);
    await user.type(field, '9000');
    expect(bar).toHaveAttribute('aria-valuetext', '£9,000, above the scale');
  });

  test('keeps the prices of the valuation’s mileage, and shows the difference to the odometer', () => {
    sessionStorage.setItem('dial-today-AB12CDE', '68,500');
    open(VdiReport, fullCheckOf({ vdi: { writtenOff: true, writeOffCount: 1 } }));
    const valuation = section('Valuation');
    expect(valuation.getByText(/The odometer reads 68,500 miles, 8,500 more than the prices are for/)).toBeVisible();
    expect(valuation.getByText('£6,200')).toBeVisible();
    expect(valuation.getByText('That it was written off: such cars sell for less.')).toBeVisible();
  });

  test('shows how to write an asking price that cannot be read', async () => {
    const { user } = open(VdiReport, fullCheckOf());
    const valuation = section('Valuation');
    await user.type(valuation.getByRole('textbox', { name: 'Asking price' }), 'about 5k');
    await user.tab();
    expect(valuation.getByRole('textbox', { name: 'Asking price' })).toHaveAccessibleDescription(/digits only/);
  });

  test('shows which data could not be read, and that they are requested again', async () => {
    open(VdiReport, fullCheckOf({ valuation: 'timeout' }));
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
    const valuation = section('Valuation');
    expect(valuation.getByText('Not available')).toBeVisible();
    expect(await valuation.findByText(/did not answer in time.*We’ll ask again at no cost to you/)).toBeVisible();
    expect(valuation.queryByRole('textbox')).toBeNull();
    expect(valueOf('Stolen')).toHaveTextContent(/^No/);
  });

  test('shows the dates of keepers, and what to do about an outstanding recall', () => {
    open(VdiReport, null, {
      testing: { hasOutstandingRecall: 'Yes' },
      specification: {
        previousKeepers: 2,
        lastKeeperChange: '2024-02-01',
        keeperChanges: [
          { date: '2024-02-01', previousKeepers: 2 },
          { date: '2020-02-01', previousKeepers: 1 },
        ],
      },
    });
    expect(section('Keepers').getByText(/^Keeper 3 since 1 February 2024/)).toBeVisible();
    expect(
      section('A safety recall is outstanding').getByText(/Ring the nearest Sample Motors dealer with the VIN/),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: /Check recalls on GOV.UK/ })).toBeVisible();
  });

  describe('the campaigns of an outstanding recall', () => {
    const openRecalled = () => open(VdiReport, null, { testing: { hasOutstandingRecall: 'Yes' } });
    const campaigns = 'GET /api/vehicles/AB12CDE/recall-campaigns';
    const listReadAt = '2026-05-31T04:00:00.000Z';
    const campaign = {
      number: 'R/2019/341',
      launchedOn: '2019-11-12',
      concern: 'BALL JOINT MAY SEPARATE',
      defect: 'The ball joint may come apart.',
      remedy: 'Replace the ball joint',
      affected: 1_204,
    };

    test('are listed with their number, defect and repair', async () => {
      network.answer(campaigns, { body: { outcome: 'matched', campaigns: [campaign], listReadAt } });
      openRecalled();
      expect(await screen.findByText('Ball joint may separate')).toBeVisible();
      const recall = section('A safety recall is outstanding');
      expect(recall.getByText('Repair: Replace the ball joint.')).toBeVisible();
      expect(recall.getByText('R/2019/341, launched on 12 November 2019, for 1,204 vehicles')).toBeVisible();
      expect(recall.getByText(/^One campaign in DVSA’s list may apply/)).toBeVisible();
    });

    test.each([
      [{ outcome: 'matched', campaigns: [], listReadAt }, /^DVSA’s list has no campaign for this model/],
      [{ outcome: 'car-not-known' }, /^Not available: make, model or age/],
      [{ outcome: 'list-not-read' }, /^Not available: we have not yet received/],
    ])('are explained where there are none %#', async (body, text) => {
      network.answer(campaigns, { body });
      openRecalled();
      expect(await screen.findByText(text)).toBeVisible();
    });

    test('can be loaded again after a failure', async () => {
      network.answer(campaigns, { status: 503, body: {} });
      const { user } = openRecalled();
      const again = await screen.findByRole('button', { name: 'Try again' });
      network.answer(campaigns, { body: { outcome: 'matched', campaigns: [campaign], listReadAt } });
      await user.click(again);
      expect(await screen.findByText('Ball joint may separate')).toBeVisible();
    });
  });
});

test.each([
  ['the VDI Check Report', VdiReport],
  ['Additional Checks', AdditionalChecks],
])('a theft that only insurers recorded is theirs to correct: %s', async (_name, Tab) => {
  const { user } = open(Tab, fullCheckOf({ vdi: { stolen: false, insurerTheftCount: 1 } }));
  await user.click(screen.getByRole('button', { name: 'Something wrong? (Stolen Check)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tell us what is wrong' }));
  expect(dialog.getByRole('heading', { name: 'Who can correct it: the insurer that made the entry' })).toBeVisible();
});

describe('the VIN check', () => {
  const field = () => screen.getByRole('textbox', { name: 'Last five characters of the VIN' });
  const result = () => section('VIN Check').getByRole('status');

  test.each([
    ['12345', 'It matches'],
    ['99999', 'It does not match'],
    ['123456', 'Look again'],
    ['1234é', 'Look again'],
  ])('is free: %s is evaluated immediately, and nothing is sent', async (typed, title) => {
    const { user } = open(VdiReport, null, { specification: { vinLast5: '12345' } });
    expect(result()).toBeEmptyDOMElement();
    await user.type(field(), typed);
    expect(result()).toHaveTextContent(title);
    expect(network.calls).toEqual([]);
  });

  test('is a row of the full check too', async () => {
    const { user } = open(VdiReport, fullCheckOf(), { specification: { vinLast5: '12345' } });
    await user.type(field(), '12345');
    expect(valueOf('VIN Check')).toHaveTextContent(/^Valid/);
  });

  test('is disputed with the displayed text', async () => {
    const { user } = open(VdiReport, fullCheckOf(), { specification: { vinLast5: '12345' } });
    const says = async () => {
      await user.click(screen.getByRole('button', { name: 'Something wrong? (Full VDI check)' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Tell us what is wrong' }));
      await user.selectOptions(dialog.getByRole('combobox', { name: 'Which line is wrong?' }), 'VIN Check');
      const disputedText = dialog.getByText('VIN Check', { selector: 'strong' }).parentElement?.textContent;
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      return disputedText;
    };
    expect(await says()).toBe('VIN Check: Not compared yet');
    await user.type(field(), '99999');
    expect(await says()).toBe('VIN Check: It does not match');
  });

  test('shows when no record has the characters', () => {
    open(VdiReport, null, { specification: 'timeout' });
    expect(section('VIN Check').getByText('Not available')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the Additional Checks tab', () => {
  test('locks its cards until the check is done', () => {
    open(AdditionalChecks, null);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Stolen Check (Locked)',
      'Written Off (Locked)',
      'Finance Check (Locked)',
    ]);
  });

  test('shows details only where the status is not No', () => {
    open(AdditionalChecks, fullCheckOf({ vdi: { writtenOff: true, writeOffCount: 2, writeOffs: [] } }));
    expect(section('Stolen Check').getByText('No')).toBeVisible();
    expect(section('Stolen Check').queryByRole('term')).toBeNull();
    expect(section('Written Off').getByText('Yes — 2 losses')).toBeVisible();
    expect(section('Written Off').getByText('2 losses are recorded; no details are given.')).toBeVisible();
  });
});
