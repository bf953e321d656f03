import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { vehicleRecordFixture, type VehicleRecordSetup } from '@ve/domain/testing/vehicle-records';
import { renderPage } from '@ve/mfe-kit/testing';
import { ReportKindContext } from '../kind/report-kind.ts';
import { recordWithPendingSources } from '../../testing/fetches.ts';
import { unfoldAllDetails } from '../../testing/unfold.ts';
import { CostsSection } from './costs-section.tsx';

const today = '2026-06-01';
beforeEach(() => {
  sessionStorage.clear();
});

const show = (setup: VehicleRecordSetup) => {
  renderPage(<CostsSection record={vehicleRecordFixture(setup)} fullCheck={null} today={today} />);
  unfoldAllDetails();
};
const card = (name: string) => within(screen.getByRole('region', { name }));
const row = (name: string, label: string) =>
  card(name).getByText(label, { selector: 'dt' }).nextElementSibling as HTMLElement;

const registered = (day: string, co2: number, euro: string | null): VehicleRecordSetup => ({
  licensing: {
    fuelType: 'PETROL',
    co2Emissions: co2,
    euroStatus: euro,
    typeApproval: 'M1',
    yearOfManufacture: Number(day.slice(0, 4)),
    monthOfFirstRegistration: day.slice(0, 7),
    dateOfLastV5CIssued: '2024-03-05',
    artEndDate: null,
  },
  testing: { registrationDate: day, firstUsedDate: day, tests: [] },
  specification: {
    fuelType: 'PETROL',
    dateFirstRegistered: day,
    euroStatus: null,
    bodyStyle: 'HATCHBACK',
    vedTwelveMonths: null,
  },
});

describe('the costs of a car', () => {
  test('show tax by band, in its parts, with its rates named', () => {
    show(registered('2012-05-18', 136, 'EURO 5'));
    expect(row('Vehicle tax', 'Tax for 12 months')).toHaveTextContent('£200Worked outBand E at the rates of 2026/27.');
    expect(row('Vehicle tax', 'Tax for 6 months')).toHaveTextContent('£110');
    expect(row('Vehicle tax', 'By monthly Direct Debit')).toHaveTextContent('£17.50 a month, £210 a year');
    expect(row('Vehicle tax', 'CO2')).toHaveTextContent('136 g/km');
    expect(row('Vehicle tax', 'Band')).toHaveTextContent('E');
    expect(card('Vehicle tax').queryByText('Supplement for expensive cars')).toBeNull();
    expect(card('Vehicle tax').getByRole('link')).toHaveAttribute('href', 'https://www.gov.uk/vehicle-tax-rate-tables');
    expect(screen.getByText('Registration document (V5C): last issued 5 March 2024')).toBeVisible();
    expect(screen.getByText(/dated 5 March 2024 or a few days around it/)).toBeVisible();
  });

  test('show that the supplement of a newer car may be due, and why that is uncertain', () => {
    show(registered('2023-05-10', 120, 'EURO 6'));
    expect(row('Vehicle tax', 'Supplement for expensive cars')).toHaveTextContent(
      /^May be due until 9 May 2029, at most 3 more yearly payments by a new keeperEstimated.*list price when new, above £40,000, which none of our sources gives/,
    );
  });

  test('list the zones that charge, and those that do not in one line', () => {
    show(registered('2012-05-18', 136, 'EURO 5'));
    const listOf = (name: string) =>
      within(card('Clean air zones').getByRole('list', { name })).getAllByRole('listitem');
    expect(listOf('Zones').map((zone) => zone.querySelector('strong')?.textContent)).toEqual([
      'Oxford (zero emission zone)',
    ]);
    expect(
      card('Clean air zones').getByText(
        'No charge for this car: London (ULEZ); Birmingham; Bristol; Aberdeen, Dundee, Edinburgh and Glasgow; Bath, Bradford, Portsmouth, Sheffield and Tyneside.',
      ),
    ).toBeVisible();
    const free = listOf('Every zone');
    expect(free).toHaveLength(6);
    expect(free[0]).toHaveTextContent('FreeNo charge. The Congestion Charge in the centre is separate.');
    expect(free.at(-1)).toHaveTextContent('Not for private cars');
    const given = card('Clean air zones').getByText('Given');
    expect(given).toBeVisible();
    // The mark states the certainty of a fact: a tick could be read as the answer for a car that is charged.
    expect(given.parentElement?.querySelector('svg')).toBeNull();
  });

  test('show when rates were not read in the official table, and link to it', () => {
    show(registered('2012-05-18', 136, 'EURO 5'));
    expect(card('Vehicle tax').getByText(/^Rates for 2026\/27 from published reports/)).toBeVisible();
    expect(card('Vehicle tax').getByRole('link', { name: /GOV\.UK/ })).toBeVisible();
  });

  test('mark an estimate', () => {
    show(registered('2004-05-18', 170, null));
    expect(card('Clean air zones').getByText('Estimated')).toBeVisible();
    expect(card('Clean air zones').getAllByText('Probably not allowed')[0]).toBeVisible();
  });

  test('include battery, range and charging only for an electric car', () => {
    show({
      licensing: {
        fuelType: 'ELECTRICITY',
        engineCapacity: null,
        co2Emissions: 0,
        typeApproval: 'M1',
        yearOfManufacture: 2024,
        artEndDate: null,
      },
      testing: { fuelType: 'Electric', engineSize: null, tests: [] },
      specification: {
        fuelType: 'ELECTRICITY',
        engineCapacity: null,
        co2Emissions: 0,
        dateFirstRegistered: '2024-08-20',
        vedTwelveMonths: null,
      },
    });
    for (const label of ['Battery', 'Range', 'Charging']) {
      expect(row('Battery and charging', label)).toHaveTextContent(/^Not available.*holds nothing about batteries/);
    }
    expect(row('Vehicle tax', 'Supplement for expensive cars')).toHaveTextContent(/^Not due/);
    expect(row('Vehicle tax', 'CO2')).toHaveTextContent('0 g/km');
  });
});

describe('missing data', () => {
  test('name the source that did not respond', () => {
    show({ licensing: 'timeout', testing: 'timeout', specification: 'not-held' });
    expect(row('Vehicle tax', 'Tax for 12 months')).toHaveTextContent(/^Not available.*DVLA did not answer in time/);
    expect(screen.getByText('Last V5C issued').nextElementSibling).toHaveTextContent(/DVLA did not answer in time/);
    expect(card('Clean air zones').getAllByText('Not available').length).toBeGreaterThan(3);
  });

  test('are pending while a source is being read', () => {
    renderPage(
      <CostsSection record={recordWithPendingSources(['DVLA', 'DVSA', 'UKVD'])} fullCheck={null} today={today} />,
    );
    expect(card('Vehicle tax').queryByText('Not available')).toBeNull();
  });

  test('are marked as a sample on each card, without a source', () => {
    renderPage(
      <ReportKindContext.Provider value="sample">
        <CostsSection record={vehicleRecordFixture()} fullCheck={null} today={today} />
      </ReportKindContext.Provider>,
    );
    const section = screen.getByRole('region', { name: 'What it costs and where it may drive' });
    expect(section.querySelectorAll('[data-sample]').length).toBe(3);
    expect(section).not.toHaveTextContent(/as of \d/);
  });
});
