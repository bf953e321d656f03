import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

export const roleSchema = z.enum(['user', 'moderator', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** The signed-in user of a browser. */
export const sessionSchema = z.object({
  user: z.nullable(z.object({ id: z.uuid(), email: z.string(), roles: z.array(roleSchema) })),
});

export type Session = z.infer<typeof sessionSchema>;

export const readSession = endpoint({
  method: 'GET',
  path: '/api/session',
  answers: { 200: sessionSchema },
  problems: [],
});
