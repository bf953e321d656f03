import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedText } from '@ve/data/messaging/texts/text.repository';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import type { TextSettings } from './text-settings.ts';

/** The words of a text, in the alphabet of `domain/kernel/text/gsm7` alone. */
export interface TextContent {
  body: string;
  /** How long the network may keep trying, in seconds. */
  validSeconds: number;
}

/** `subject-deleted`: the row that the text is about was deleted; `not-needed`: what it is about is over; of a reminder why it is not sent. */
export interface SkippedText {
  skip: SkipReason;
}

/** Not now: the recipient's quiet hours. */
export interface DeferredText {
  holdMs: number;
}

/** Builds a claimed text from the row that it is about. Built again, it has the same words. */
export type TextBuilder = (
  em: EntityManager,
  text: ClaimedText,
  needs: { settings: TextSettings; now: Date },
) => Promise<TextContent | SkippedText | DeferredText>;
