import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { calendarFile } from '../../media-bodies.ts';
import { registration } from '../../registration-field.ts';

/**
 * Tax and MOT of a vehicle as a calendar file, from the record that is stored of it: no source is asked. A date that is not
 * known, or has passed, is left out. `not-found` for a vehicle that nobody has looked up, or that has no such date.
 */
export const readVehicleCalendar = endpoint({
  method: 'GET',
  path: '/api/vehicles/:registration/calendar.ics',
  params: z.object({ registration }),
  answers: { 200: calendarFile },
  media: 'text/calendar',
  problems: ['not-found'],
});
