import * as z from 'zod/mini';

/** A body of bytes, such as a PDF or a picture: what they are, the endpoint's `media` says. */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
// JSON Schema knows no bytes: this is how OpenAPI describes a body of them.
bytes._zod.toJSONSchema = () => ({ type: 'string', format: 'binary' });

/** A calendar file (RFC 5545), as text. */
export const calendarFile = z.string().check(z.startsWith('BEGIN:VCALENDAR'));
