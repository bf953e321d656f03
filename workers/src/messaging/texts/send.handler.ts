import { countVendorCall, uncountVendorCall } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { textBudget } from '@ve/data/messaging/texts/text-budget';
import { findTextOptOut, recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import {
  beginTextAttempt,
  claimText,
  type ClaimedText,
  findOwnTextSids,
  findTextClaim,
  markTextFailed,
  markTextSent,
  markTextSkipped,
  releaseText,
  textExpiryMs,
} from '@ve/data/messaging/texts/text.repository';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import { textLength } from '@ve/domain/kernel/text/gsm7';
import type { SentText, TextAnswer } from '@ve/providers/text/text.port';
import { failureOfCode, meaningOfTwilioCode } from '@ve/providers/text/twilio-codes';
import { JobLockedError, QueueRateLimitedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '@ve/app/job-context';
import { textBuilderOf } from './text-builders.ts';
import type { TextContent } from './text-content.ts';
import type { TextDeps } from './text-settings.ts';

/** How far the vendor's clock may be behind ours. */
const skewMs = 120_000;

interface Prepared {
  text: ClaimedText;
  content: TextContent;
  segments: number;
  /** When its price was counted; null: by an earlier attempt, so the vendor may have the text. */
  countedAt: Date | null;
}

/**
 * Sends a text once: claims its row with a lease, builds the text, records that an attempt begins, commits, and only then
 * calls the vendor, without holding a database connection. The vendor has no idempotency key. After a lost response, or a
 * process that died before recording it, the next attempt waits a minute, looks up this text to this number since then at
 * the vendor, and sends only if there is none: see docs/adr/0032-texts.md. A vendor that is down, and our daily limit, cost
 * no attempt: the text waits for at most three days.
 */
export const createTextHandler =
  (needs: TextDeps): JobUseCase<'texts.send'> =>
  async ({ textId }, context) => {
    const { em, now, logger, lastAttempt } = context;
    const prepared = await prepare(needs, textId, context).catch(async (error: unknown) => {
      if (lastAttempt && !(error instanceof JobLockedError)) await markTextFailed(em, textId, 'never-sent', now());
      throw error;
    });
    if (typeof prepared === 'string') {
      logger.info({ event: 'text_not_sent', textId, result: prepared }, 'A text was not sent.');
      return;
    }
    const { text } = prepared;
    const had = text.attemptedAt === null ? null : await findEarlier(needs, prepared, text.attemptedAt, context);
    if (had !== null) {
      await finish(needs, prepared, had, context);
      logger.info({ event: 'text_already_sent', textId, template: text.template }, 'A text had already been sent.');
      return;
    }
    const answer = await send(needs, prepared);
    if (answer.state !== 'accepted') await refuse(needs, prepared, answer, context);
    else {
      await finish(needs, prepared, answer, context);
      logger.info({ event: 'text_sent', textId, template: text.template }, 'A text was sent.');
    }
  };

/** In one short transaction: claims the text, builds it, counts its price and records that an attempt begins. */
const prepare = (
  { textSettings: settings, textLeaseMs, textConfirmWaitMs }: TextDeps,
  textId: string,
  context: JobContext,
): Promise<Prepared | string> =>
  context.em.transactional(async (em) => {
    const at = context.now();
    const text = await claimText(em, textId, { now: at, until: new Date(at.getTime() + textLeaseMs) });
    if (!text) {
      const state = await findTextClaim(em, textId);
      if (!state) throw new UnrecoverableJobError('no text with this id');
      if (state.ended) return 'ended already';
      const heldMs = (state.claimedUntil?.getTime() ?? 0) - at.getTime();
      throw new JobLockedError('somebody else is sending it', Math.max(1_000, heldMs));
    }
    const skip = async (reason: SkipReason) => {
      await markTextSkipped(em, textId, reason, at);
      await context.listener.messageSkipped(em, text, reason, at);
      return reason;
    };
    const ageMs = at.getTime() - text.createdAt.getTime();
    if (ageMs >= textExpiryMs) return skip('too-late');
    const stop = await findTextOptOut(em, text.recipient);
    if (stop !== null) return skip(stop === 'stop' ? 'stopped' : 'unreachable');
    const lastAttempt = text.lastAttemptAt ?? text.attemptedAt;
    const settledInMs = lastAttempt === null ? 0 : lastAttempt.getTime() + textConfirmWaitMs - at.getTime();
    if (settledInMs > 0) throw new JobLockedError('the vendor may have it', Math.min(textConfirmWaitMs, settledInMs));
    const build = textBuilderOf(text.template);
    if (!build) throw new Error('a template that this release does not know');
    const content = await build(em, text, { settings, now: at });
    if ('skip' in content) return skip(content.skip);
    if ('holdMs' in content) throw new JobLockedError('quiet hours', content.holdMs);
    const { encoding, segments } = textLength(content.body);
    if (encoding !== 'gsm7' || segments > 2) throw new Error(`a text of ${segments} segments in ${encoding}`);
    const isCounted = text.attemptedAt !== null;
    if (!isCounted && !(await countVendorCall(em, textBudget, budgetOf(settings, segments), at))) {
      if (text.template === 'number-code') return skip('daily-limit');
      throw new JobLockedError('the daily limit of texts is reached', 3_600_000);
    }
    await beginTextAttempt(em, textId, costOf(settings, segments), at);
    return { text, content, segments, countedAt: isCounted ? null : at };
  });

const budgetOf = ({ pencePerDay, pencePerSegment }: TextDeps['textSettings'], segments: number) => ({
  calls: null,
  pence: pencePerDay,
  pencePerCall: pencePerSegment * segments,
});

const costOf = ({ pencePerSegment }: TextDeps['textSettings'], segments: number) => ({
  segments,
  priceMicros: segments * pencePerSegment * 10_000,
});

const send = ({ texts, textSettings }: TextDeps, { text, content }: Prepared): Promise<TextAnswer> =>
  texts.send({
    to: text.recipient,
    body: content.body,
    validSeconds: content.validSeconds,
    receiptUrl: `${textSettings.callbackOrigin}/api/webhooks/twilio/receipts?text=${text.id}`,
  });

/** Returns the text of an earlier attempt if the vendor has it. Trial accounts prepend their own text. */
const findEarlier = async (
  needs: TextDeps,
  prepared: Prepared,
  attemptedAt: Date,
  context: JobContext,
): Promise<SentText | null> => {
  const { text, content } = prepared;
  const answer = await needs.texts.findSent(text.recipient, new Date(attemptedAt.getTime() - skewMs));
  if (answer.state === 'unavailable') {
    await releaseText(context.em, text, { unsent: true });
    throw new JobLockedError(`the vendor does not say whether it has it: ${answer.reason}`, waitMs(text, context));
  }
  const equal = answer.texts.filter(({ body }) => body.endsWith(content.body));
  const known = await findOwnTextSids(
    context.em,
    equal.map(({ sid }) => sid),
  );
  return equal.find(({ sid }) => !known.has(sid)) ?? null;
};

/** A quarter of the text's age in milliseconds, between a minute and two hours. */
const waitMs = ({ createdAt }: ClaimedText, { now }: JobContext): number =>
  Math.min(7_200_000, Math.max(60_000, (now().getTime() - createdAt.getTime()) / 4));

const refundTextPrice = async (
  { textSettings }: TextDeps,
  { segments, countedAt }: Prepared,
  { em }: JobContext,
): Promise<void> => {
  if (countedAt !== null) await uncountVendorCall(em, textBudget, budgetOf(textSettings, segments), countedAt);
};

/** Records that the vendor has the text. */
const finish = (
  { textSettings }: TextDeps,
  { text }: Prepared,
  { sid, segments }: { sid: string; segments: number },
  context: JobContext,
): Promise<void> =>
  context.em.transactional(async (em) => {
    await markTextSent(em, text.id, { sid, ...costOf(textSettings, Math.max(1, segments)) }, context.now());
    await context.complete(em);
  });

/** Records why the vendor does not have the text, or that it may; a number that no text can reach is stopped. */
const refuse = async (
  needs: TextDeps,
  prepared: Prepared,
  answer: Exclude<TextAnswer, { state: 'accepted' }>,
  context: JobContext,
): Promise<void> => {
  const { text } = prepared;
  const { em, now } = context;
  if (answer.state !== 'unavailable' || answer.taken === 'no') await refundTextPrice(needs, prepared, context);
  if (answer.state === 'number-fault') {
    const { stop } = meaningOfTwilioCode(answer.code);
    await em.transactional(async (transaction) => {
      await markTextFailed(transaction, text.id, failureOfCode(answer.code), now());
      if (stop !== null) await recordTextOptOut(transaction, text.recipient, stop, now());
      await context.complete(transaction);
    });
    context.logger.info(
      { event: 'text_not_sent', textId: text.id, template: text.template, result: failureOfCode(answer.code) },
      'A text was not sent.',
    );
    return;
  }
  if (answer.state === 'rejected') {
    await markTextFailed(em, text.id, `rejected ${answer.code}`, now());
    throw new UnrecoverableJobError(`the vendor rejected it: ${answer.code}`);
  }
  await releaseText(em, text, { unsent: answer.taken === 'no' });
  if (answer.taken === 'unknown')
    throw new JobLockedError(`the vendor may have it: ${answer.reason}`, needs.textConfirmWaitMs);
  if (answer.reason === 'rate-limited') {
    throw new QueueRateLimitedError('the vendor’s rate limit', Math.max(1_000, answer.retryAfterMs ?? 1_000));
  }
  throw new JobLockedError(`the vendor did not take it: ${answer.reason}`, waitMs(text, context));
};
