import { expect, test } from '@jest/globals';
import { apiCallSchemasOfService } from './call-schemas.ts';
import type { EndpointAnswerBody } from './endpoint.ts';
import { readReleaseFileEndpoint } from './http/releases/releases.ts';
import { readReportPdfFileEndpoint } from './http/report/report-pdfs.ts';
import { readVehicleCalendarEndpoint } from './http/monitoring/vehicle-calendar.ts';
import { readVehiclePictureImageEndpoint } from './http/vehicle/vehicle-picture.ts';
import { readCalendarFeedEndpoint } from './http/monitoring/watch.ts';

test.each([readReportPdfFileEndpoint, readVehiclePictureImageEndpoint, readReleaseFileEndpoint])(
  '$path returns bytes and declares their media type',
  (file) => {
    const body: EndpointAnswerBody<typeof file> = Uint8Array.of(0x25, 0x50, 0x44, 0x46);
    expect(file.answers[200].safeParse(body).success).toBe(true);
    expect(file.answers[200].safeParse('%PDF').success).toBe(false);
    expect(apiCallSchemasOfService(file).answers).toEqual({ '200': { type: 'string', format: 'binary' } });
  },
);

test.each([readVehicleCalendarEndpoint, readCalendarFeedEndpoint])(
  '$path returns a calendar and no other text',
  (file) => {
    expect(file.answers[200].safeParse('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n').success).toBe(true);
    expect(file.answers[200].safeParse('<!doctype html>').success).toBe(false);
  },
);
