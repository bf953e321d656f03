import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedText } from '@ve/data/messaging/texts/text.repository';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import type { TextSettings } from './text-settings.ts';

/** A text in the alphabet of `domain/kernel/text/gsm7`. */
export interface TextContent {
  body: string;
  /** How long the network may keep trying, in seconds. */
  validSeconds: number;
}

/**
 * `subject-deleted`: the row that the text is about was deleted; `not-needed`: its subject is over; for a reminder, the
 * reason it is not sent.
 */
export interface SkippedText {
  skip: SkipReason;
}

/** Deferred because of the recipient's quiet hours. */
export interface DeferredText {
  holdMs: number;
}

/** Builds a claimed text from the row that it is about. A rebuilt text is identical. */
export type TextBuilder = (
  em: EntityManager,
  text: ClaimedText,
  needs: { settings: TextSettings; now: Date },
) => Promise<TextContent | SkippedText | DeferredText>;
