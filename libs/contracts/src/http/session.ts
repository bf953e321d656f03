import * as z from 'zod/mini';

export const roleSchema = z.enum(['user', 'moderator', 'admin']);
export type Role = z.infer<typeof roleSchema>;

/** `GET /api/session`: who this browser is signed in as. */
export const sessionSchema = z.object({
  user: z.nullable(z.object({ id: z.uuid(), email: z.string(), roles: z.array(roleSchema) })),
});

export type Session = z.infer<typeof sessionSchema>;
