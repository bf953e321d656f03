import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField } from '../../fields.ts';
import { registrationField } from '../../registration-field.ts';

/**
 * Requests one mail for when a source answers about a vehicle of which none did: to the signed-in user's address, or to
 * the one in the body. `ready-now`: it did not fail just now, so it is worth asking again at once. The response is the
 * same for a known and an unknown address, and for one that gets no further mail today.
 */
export const requestAnswerMailEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/vehicles/:registration/answer-mail',
  params: z.object({ registration: registrationField }),
  body: z.object({ email: z.nullable(emailField) }),
  answers: { 200: z.object({ outcome: z.enum(['will-be-sent', 'ready-now']) }) },
  problems: ['busy'],
});
