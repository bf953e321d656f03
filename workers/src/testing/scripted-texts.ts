import type { OutgoingText, SentTextsAnswer, TextAnswer, TextPort } from '@ve/providers/text/text.port';
import type { TextVendorDeps } from '../handlers.ts';

export const exampleTextSettings = {
  origin: 'https://ve.example',
  callbackOrigin: 'https://ve.example',
  pencePerSegment: 5,
  pencePerDay: null,
} as const;

const sidOf = (call: number): string => `SM${String(call).padStart(32, '0')}`;

/** A scripted text vendor (accepts everything by default) and the texts that it received. */
export const scriptedTexts = (
  script: (call: number) => TextAnswer | Promise<TextAnswer> = (call) => ({
    state: 'accepted',
    sid: sidOf(call),
    segments: 1,
  }),
  list: () => SentTextsAnswer | Promise<SentTextsAnswer> = () => ({ state: 'found', texts: [] }),
): TextVendorDeps & { givenTexts: OutgoingText[]; asked: Date[] } => {
  const givenTexts: OutgoingText[] = [];
  const asked: Date[] = [];
  const texts: TextPort = {
    send: (text) => {
      givenTexts.push(text);
      return Promise.resolve(script(givenTexts.length));
    },
    findSent: (_to, since) => {
      asked.push(since);
      return Promise.resolve(list());
    },
    read: () => Promise.resolve({ state: 'unknown' }),
  };
  return {
    texts,
    givenTexts,
    asked,
    textLeaseMs: 45_000,
    textConfirmWaitMs: 60_000,
    textSettings: exampleTextSettings,
  };
};
