import { expect, test } from '@jest/globals';
import { apiCallSchemasOfService } from './call-schemas.ts';
import type { EndpointAnswerBody } from './endpoint.ts';
import { readReleaseFile } from './http/releases/releases.ts';
import { readReportPdfFile } from './http/report/report-pdfs.ts';
import { readVehicleCalendar } from './http/monitoring/vehicle-calendar.ts';
import { readVehiclePictureImage } from './http/vehicle/vehicle-picture.ts';
import { readCalendarFeed } from './http/monitoring/watch.ts';

test.each([readReportPdfFile, readVehiclePictureImage, readReleaseFile])(
  '$path returns bytes and declares their media type',
  (file) => {
    const body: EndpointAnswerBody<typeof file> = Uint8Array.of(0x25, 0x50, 0x44, 0x46);
    expect(file.answers[200].safeParse(body).success).toBe(true);
    expect(file.answers[200].safeParse('%PDF').success).toBe(false);
    expect(apiCallSchemasOfService(file).answers).toEqual({ '200': { type: 'string', format: 'binary' } });
  },
);

test.each([readVehicleCalendar, readCalendarFeed])('$path returns a calendar and no other text', (file) => {
  expect(file.answers[200].safeParse('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n').success).toBe(true);
  expect(file.answers[200].safeParse('<!doctype html>').success).toBe(false);
});
