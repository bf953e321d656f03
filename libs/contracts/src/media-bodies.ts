import * as z from 'zod/mini';

/** A body of bytes, such as a PDF or a picture; its type is the endpoint's `media`. */
export const binaryBodySchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
// JSON Schema has no type for bytes: this is how OpenAPI describes such a body.
binaryBodySchema._zod.toJSONSchema = () => ({ type: 'string', format: 'binary' });

/** A calendar file (RFC 5545), as text. */
export const calendarFileSchema = z.string().check(z.startsWith('BEGIN:VCALENDAR'));
