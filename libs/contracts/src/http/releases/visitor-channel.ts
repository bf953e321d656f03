import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';

/** `any`: the visitor may get canary releases; `stable`: never. */
export const visitorChannelChoices = ['any', 'stable'] as const;
export const visitorChannelChoiceSchema = z.enum(visitorChannelChoices);
export type VisitorChannelChoice = z.infer<typeof visitorChannelChoiceSchema>;

const chosen = z.object({ choice: visitorChannelChoiceSchema });

/** Returns the choice of this browser. */
export const readVisitorChannelEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/visitor/channel',
  answers: { 200: chosen },
  problems: [],
});

/** Takes effect with the next page. */
export const chooseVisitorChannelEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/visitor/channel',
  body: chosen,
  answers: { 200: chosen },
  problems: [],
});
