import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { sampleArbitraryVehicles } from '@ve/domain/testing/any-vehicle';
import { renderPage } from '@ve/mfe-kit/testing';
import { AdditionalChecks } from './checks/additional-checks.tsx';
import { VdiReport } from './checks/vdi-report.tsx';
import { VehicleInformation } from './checks/vehicle-information.tsx';
import { CostsSection } from './costs/costs-section.tsx';
import { MileageSection } from './history/mileage-section.tsx';
import { MotHistorySection } from './history/mot-history-section.tsx';
import { VehiclePictureSection } from './picture/vehicle-picture-section.tsx';
import { TimelineSection } from './timeline/timeline-section.tsx';
import { VehicleReportContent } from './report.tsx';
import { FullCheckUnlockProvider } from './unlock/unlock-provider.tsx';
import { ViewingSection } from './viewing/viewing-section.tsx';

const warnings: string[] = [];
beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  jest.spyOn(console, 'error').mockImplementation((...words) => void warnings.push(words.join(' ')));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The text that a missing value prints as. */
const leaked = /\bundefined\b|\bNaN\b|Invalid Date|\[object/;

test('every part of a report renders for any response of its sources', () => {
  for (const { record, fullCheck, today } of sampleArbitraryVehicles(12, 20_270_303)) {
    const { container } = renderPage(
      <FullCheckUnlockProvider registration={record.registration}>
        <VehicleReportContent record={record} fullCheck={fullCheck} today={today} />
        <VehicleInformation record={record} today={today} />
        <VdiReport record={record} fullCheck={fullCheck} today={today} />
        <AdditionalChecks record={record} fullCheck={fullCheck} today={today} />
        <MotHistorySection record={record} fullCheck={fullCheck} today={today} />
        <MileageSection record={record} fullCheck={null} today={today} />
        <TimelineSection record={record} fullCheck={fullCheck} today={today} />
        <VehiclePictureSection record={record} fullCheck={fullCheck} />
        <CostsSection record={record} fullCheck={fullCheck} today={today} />
        <ViewingSection record={record} fullCheck={fullCheck} today={today} />
      </FullCheckUnlockProvider>,
      { queries: true },
    );
    expect(container.textContent).not.toMatch(leaked);
    expect(container.querySelector('script, img[onerror], iframe')).toBeNull();
    for (const link of container.querySelectorAll('a[href]')) {
      expect(link.getAttribute('href')).toMatch(/^(?:https:\/\/|\/|#|tel:)/);
    }
    cleanup();
  }
  expect(warnings.filter((warning) => warning.includes('same key'))).toEqual([]);
});
