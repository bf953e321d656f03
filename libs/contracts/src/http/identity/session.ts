import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { roleSchema } from '../../roles.ts';

/**
 * How staff rights were opened. `role`: by password and second factor. `local`: by the break-glass secret on the
 * machine itself, without a user.
 */
export const staffAccessMethods = ['role', 'local'] as const;

/** The signed-in user of a browser. `staff` is present only in a session with staff rights. */
export const sessionSchema = z.object({
  user: z.nullable(z.object({ id: z.uuid(), email: z.string(), roles: z.array(roleSchema) })),
  staff: z.optional(z.enum(staffAccessMethods)),
});

export type Session = z.infer<typeof sessionSchema>;

export const readSessionEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/session',
  answers: { 200: sessionSchema },
  problems: [],
});
