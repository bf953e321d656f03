import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { bodyShapes } from '@ve/domain/vehicle/picture/body-shape';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { vehicleRecordFixture, type VehicleRecordSetup } from '@ve/domain/testing/vehicle-records';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { recordWithPendingSources } from '../../testing/fetches.ts';
import { fullCheckOf } from '../../testing/full-checks.ts';
import { unfoldAllDetails } from '../../testing/unfold.ts';
import { ReportKindContext } from '../kind/report-kind.ts';
import { VehiclePictureSection } from './vehicle-picture-section.tsx';
import { VehicleBodySilhouette } from './body-silhouette.tsx';

const network = installFakeNetwork();
const picturePath = '/api/reports/AB12CDE/picture';

const show = (setup: VehicleRecordSetup, fullCheck: FullCheck | null = null) => {
  renderPage(<VehiclePictureSection record={vehicleRecordFixture(setup)} fullCheck={fullCheck} />, { queries: true });
  unfoldAllDetails();
};
const row = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

describe('the picture of the car', () => {
  test('is a drawing of the recorded body in its colour, with the word next to it, and what to compare', () => {
    show({
      licensing: { make: 'FORD', colour: 'BLUE' },
      specification: { model: 'FOCUS', bodyStyle: 'HATCHBACK', doors: 5, colourChangeCount: 0, colourChanges: [] },
    });
    const drawing = screen.getByRole('img', { name: 'Drawing of a hatchback, blue' });
    expect(drawing.querySelector('path[fill="#2456a6"]')).not.toBeNull();
    expect(screen.getByText('Recorded colour: Blue')).toBeVisible();
    expect(screen.getByText(/not a picture of this car/)).toBeVisible();
    expect(row('Plate')).toHaveTextContent(/^AB12 CDE/);
    expect(row('Body')).toHaveTextContent(/^Hatchback/);
    expect(row('Doors')).toHaveTextContent(/^5/);
    expect(row('Badge')).toHaveTextContent(/^FORD FOCUS/);
  });

  test('names two colours and earlier ones, which it does not draw', () => {
    show(
      {
        licensing: { colour: 'GREEN/WHITE' },
        specification: {
          bodyStyle: 'SALOON',
          colourChangeCount: 1,
          colourChanges: [{ previousColour: 'RED', date: '2024-01-02' }],
        },
      },
      fullCheckOf(),
    );
    expect(screen.getByRole('img', { name: 'Outline of a saloon' })).toBeVisible();
    expect(screen.getByText(/It has more than one colour/)).toBeVisible();
    expect(screen.getByText('Earlier colours: Red until 2 January 2024.')).toBeVisible();
  });

  test.each<[string, VehicleRecordSetup, RegExp]>([
    [
      'a body that we cannot draw',
      { specification: { bodyStyle: 'HEARSE' } },
      /no drawing of the recorded body type, “Hearse”/,
    ],
    ['no body', { specification: { bodyStyle: null } }, /body type is not on record.*record does not say/],
    ['no answer', { specification: 'timeout' }, /body type is not on record.*did not answer in time/],
  ])('%s is shown as text', (_name, setup, text) => {
    show(setup);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText(text)).toBeVisible();
  });

  test('is pending while a source is being read', () => {
    renderPage(<VehiclePictureSection record={recordWithPendingSources(['DVLA', 'DVSA', 'UKVD'])} fullCheck={null} />);
    expect(screen.queryByText(/not on record|Not available/)).toBeNull();
  });

  test('there is a drawing of each body', () => {
    renderPage(
      <>
        {bodyShapes.map((shape) => (
          <VehicleBodySilhouette key={shape} shape={shape} fill={null} label={shape} />
        ))}
      </>,
    );
    expect(screen.getAllByRole('img')).toHaveLength(10);
  });
});

describe('after the full check', () => {
  const record = vehicleRecordFixture({ specification: { bodyStyle: 'HATCHBACK' } });
  const section = <VehiclePictureSection record={record} fullCheck={fullCheckOf()} />;
  const open = (of = section) => {
    const page = renderPage(of, { queries: true, session: signedInSession() });
    unfoldAllDetails();
    return page;
  };
  const found = {
    outcome: 'found',
    image: `${picturePath}/image`,
    fetchedAt: '2026-06-01T09:00:00.000Z',
    keptUntil: '2026-07-01T09:00:00.000Z',
  };

  test('shows the vendor’s picture, from our own origin, next to the drawing', async () => {
    network.answer(`GET ${picturePath}`, { status: 200, body: found });
    open();
    const picture = await screen.findByRole('img', { name: /The model in its recorded colour/ });
    expect(picture).toHaveAttribute('src', '/api/reports/AB12CDE/picture/image');
    expect(screen.getByText('UK Vehicle Data, fetched on 1 June 2026. Shown until 1 July 2026.')).toBeVisible();
    expect(screen.getByRole('img', { name: /hatchback/ })).toBeVisible();
    fireEvent.error(picture);
    expect(screen.getByText('We couldn’t load the picture.')).toBeVisible();
  });

  test('shows that the picture is pending, and only the drawing if there is none', async () => {
    network.answer(`GET ${picturePath}`, { status: 200, body: { outcome: 'asked' } });
    const { unmount } = open();
    expect(await screen.findByText(/^Loading a picture/)).toBeVisible();
    unmount();
    network.answer(`GET ${picturePath}`, { status: 200, body: { outcome: 'none' } });
    open();
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });

  test('a shared report requests no picture', () => {
    open(<ReportKindContext.Provider value="shared">{section}</ReportKindContext.Provider>);
    expect(network.calls.filter(({ path }) => path.includes('picture'))).toEqual([]);
  });
});
