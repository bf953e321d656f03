import type { EntityManager } from '@mikro-orm/postgresql';
import { addToOutbox } from '../../jobs/outbox/outbox.repository.ts';
import { addText, type NewText } from './text.repository.ts';

/**
 * Writes a text and the job that sends it into the caller's transaction: it is sent if and only if that commits. For a
 * key that already exists it writes nothing and returns false.
 */
export const queueText = async (
  em: EntityManager,
  text: NewText,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<boolean> => {
  const textId = await addText(em, text, now);
  if (textId === null) return false;
  await addToOutbox(em, 'texts.send', { textId, correlationId }, { now });
  return true;
};
