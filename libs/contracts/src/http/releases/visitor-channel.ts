import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';

/** `any`: the visitor may be given a new version before everybody is; `stable`: never. */
export const channelChoices = ['any', 'stable'] as const;
export const channelChoiceSchema = z.enum(channelChoices);
export type ChannelChoice = z.infer<typeof channelChoiceSchema>;

const chosen = z.object({ choice: channelChoiceSchema });

/** What this browser has chosen. */
export const readVisitorChannel = endpoint({
  method: 'GET',
  path: '/api/visitor/channel',
  answers: { 200: chosen },
  problems: [],
});

/** In force with the next page. */
export const chooseVisitorChannel = endpoint({
  method: 'POST',
  path: '/api/visitor/channel',
  body: chosen,
  answers: { 200: chosen },
  problems: [],
});
