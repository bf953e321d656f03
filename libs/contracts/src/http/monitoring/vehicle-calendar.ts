import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { calendarFileSchema } from '../../media-bodies.ts';
import { registrationField } from '../../registration-field.ts';

/**
 * Tax and MOT of a vehicle as a calendar file, from the stored record: no source is called. A date that is unknown or
 * past is left out. `not-found` for a vehicle without a stored record, or without such a date.
 */
export const readVehicleCalendarEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/vehicles/:registration/calendar.ics',
  params: z.object({ registration: registrationField }),
  answers: { 200: calendarFileSchema },
  media: 'text/calendar',
  problems: ['not-found'],
});
