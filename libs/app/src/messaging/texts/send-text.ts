import type { EntityManager } from '@mikro-orm/postgresql';
import { JobLockedError, QueueRateLimitedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { textTemplateDeclarationOf } from '@ve/contracts/texts';
import { tryCountVendorCall, undoVendorCallCount } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { markMessageFailed } from '@ve/data/messaging/message.repository';
import { textBudgetName } from '@ve/data/messaging/texts/text-budget';
import { findTextOptOut, recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import {
  beginTextAttempt,
  claimText,
  type ClaimedText,
  findOwnTextSids,
  markTextSent,
  releaseTextClaim,
} from '@ve/data/messaging/texts/text.repository';
import { textExpiryMs } from '@ve/domain/messaging/texts/text-state';
import { smsLengthOf } from '@ve/domain/kernel/text/gsm7';
import type { SentText, TextAnswer, TextPort } from '@ve/providers/text/text.port';
import { twilioFailureText, meaningOfTwilioCode } from '@ve/providers/text/twilio-error-codes';
import type { JobContext, JobUseCase } from '../../job-context.ts';
import {
  type MessageBuilderLookup,
  type MessageChannel,
  requireMessageBuilder,
  type MessageBuilder,
  sendMessage,
  type SkippedMessage,
} from '../send-message.ts';

export interface TextSettings {
  /** The site's origin, without a trailing slash. */
  origin: string;
  /** The origin at which the vendor reaches us with receipts. */
  callbackOrigin: string;
  /** The price of one segment in pence, rounded up. */
  pencePerSegment: number;
  /** Maximum cost of the texts of a London day in pence; null: no limit. */
  pencePerDay: number | null;
}

/** A text in the alphabet of `domain/kernel/text/gsm7`. */
export interface TextContent {
  body: string;
  /** How long the network may keep trying, in seconds. */
  validSeconds: number;
}

/** Deferred because of the recipient's quiet hours. */
export interface TextDeferral {
  holdMs: number;
}

/** A rebuilt text is identical. */
export type TextBuilder = MessageBuilder<ClaimedText, TextContent | SkippedMessage | TextDeferral, TextSettings>;

export interface SendTextDeps {
  texts: TextPort;
  textSettings: TextSettings;
  /** Lease of a claimed text: longer than the vendor's timeout. */
  textLeaseMs: number;
  /** How long after a lost response the vendor is queried for the text. */
  textConfirmWaitMs: number;
  builderOf: MessageBuilderLookup<TextBuilder>;
}

interface PreparedText {
  text: ClaimedText;
  content: TextContent;
  segments: number;
  /** When its price was counted; null: by an earlier attempt, so the vendor may have the text. */
  countedAt: Date | null;
}

/** How far the vendor's clock may be behind ours. */
const skewMs = 120_000;

/**
 * Sends a text, as `sendMessage`. The vendor has no idempotency key: that an attempt begins is recorded before the
 * vendor is called. After a lost response, or a process that died before recording it, the next attempt waits a minute,
 * looks up this text to this number since then at the vendor, and sends only if there is none: see
 * docs/adr/0032-texts.md. A vendor that is down, and our daily limit, cost no attempt: the text waits for at most three
 * days.
 */
export const sendText =
  (deps: SendTextDeps): JobUseCase<'texts.send'> =>
  ({ textId }, context) =>
    sendMessage(channelOf(deps), textId, context);

const channelOf = (deps: SendTextDeps): MessageChannel<ClaimedText, PreparedText> => ({
  table: 'texts',
  leaseMs: deps.textLeaseMs,
  claim: claimText,
  prepare: (em, text, now) => prepare(deps, { em, text }, now),
  deliver: (prepared, context) => deliver(deps, prepared, context),
  logNotSent: (logger, textId, result) =>
    logger.info({ event: 'text_not_sent', textId, result }, 'A text was not sent.'),
});

/** Builds the text, counts its price and records that an attempt begins. */
const prepare = async (
  { textSettings: settings, textConfirmWaitMs, builderOf }: SendTextDeps,
  { em, text }: { em: EntityManager; text: ClaimedText },
  now: Date,
): Promise<PreparedText | SkippedMessage> => {
  if (now.getTime() - text.createdAt.getTime() >= textExpiryMs) return { skip: 'too-late' };
  const stop = await findTextOptOut(em, text.recipient);
  if (stop !== null) return { skip: stop === 'stop' ? 'stopped' : 'unreachable' };
  const lastAttempt = text.lastAttemptAt ?? text.attemptedAt;
  const settledInMs = lastAttempt === null ? 0 : lastAttempt.getTime() + textConfirmWaitMs - now.getTime();
  if (settledInMs > 0) throw new JobLockedError('the vendor may have it', Math.min(textConfirmWaitMs, settledInMs));
  const content = await requireMessageBuilder(builderOf, text.template)(em, text, { settings, now });
  if ('skip' in content) return content;
  if ('holdMs' in content) throw new JobLockedError('quiet hours', content.holdMs);
  const { encoding, segments } = smsLengthOf(content.body);
  if (encoding !== 'gsm7' || segments > 2) throw new Error(`a text of ${segments} segments in ${encoding}`);
  const isCounted = text.attemptedAt !== null;
  if (
    !isCounted &&
    !(await tryCountVendorCall(em, { vendor: textBudgetName, budget: budgetOf(settings, segments) }, now))
  ) {
    if (textTemplateDeclarationOf(text.template)?.isAwaited === true) return { skip: 'daily-limit' };
    throw new JobLockedError('the daily limit of texts is reached', 3_600_000);
  }
  await beginTextAttempt(em, { id: text.id, cost: costOf(settings, segments) }, now);
  return { text, content, segments, countedAt: isCounted ? null : now };
};

const budgetOf = ({ pencePerDay, pencePerSegment }: TextSettings, segments: number) => ({
  calls: null,
  pence: pencePerDay,
  pencePerCall: pencePerSegment * segments,
});

const costOf = ({ pencePerSegment }: TextSettings, segments: number) => ({
  segments,
  priceMicros: segments * pencePerSegment * 10_000,
});

const deliver = async (deps: SendTextDeps, prepared: PreparedText, context: JobContext): Promise<void> => {
  const { text, content } = prepared;
  const { id: textId, template, attemptedAt, recipient } = text;
  const { logger } = context;
  const had = attemptedAt === null ? null : await findEarlier(deps, { prepared, attemptedAt }, context);
  if (had !== null) {
    await finish(deps, { text, ...had }, context);
    logger.info({ event: 'text_already_sent', textId, template }, 'A text had already been sent.');
    return;
  }
  const answer = await deps.texts.send({
    to: recipient,
    body: content.body,
    validSeconds: content.validSeconds,
    receiptUrl: `${deps.textSettings.callbackOrigin}/api/webhooks/twilio/receipts?text=${textId}`,
  });
  if (answer.state !== 'accepted') return refuse(deps, { prepared, answer }, context);
  await finish(deps, { text, ...answer }, context);
  logger.info({ event: 'text_sent', textId, template }, 'A text was sent.');
};

/** Returns the text of an earlier attempt if the vendor has it. Trial accounts prepend their own text. */
const findEarlier = async (
  { texts }: SendTextDeps,
  { prepared: { text, content }, attemptedAt }: { prepared: PreparedText; attemptedAt: Date },
  context: JobContext,
): Promise<SentText | null> => {
  const answer = await texts.findSent(text.recipient, new Date(attemptedAt.getTime() - skewMs));
  if (answer.state === 'unavailable') {
    await releaseTextClaim(context.em, text, { unsent: true });
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

/** Records that the vendor has the text. */
const finish = (
  { textSettings }: SendTextDeps,
  { text: { id }, sid, segments }: { text: ClaimedText; sid: string; segments: number },
  context: JobContext,
): Promise<void> =>
  context.em.transactional(async (em) => {
    await markTextSent(em, { id, sent: { sid, ...costOf(textSettings, Math.max(1, segments)) } }, context.now());
    await context.complete(em);
  });

/**
 * Records why the vendor does not have the text, or that it may. A number that no text can reach is
 * stopped.
 */
const refuse = async (
  { textSettings, textConfirmWaitMs }: SendTextDeps,
  {
    prepared: { text, segments, countedAt },
    answer,
  }: { prepared: PreparedText; answer: Exclude<TextAnswer, { state: 'accepted' }> },
  context: JobContext,
): Promise<void> => {
  const { em, now } = context;
  const { id } = text;
  if (countedAt !== null && (answer.state !== 'unavailable' || answer.taken === 'no')) {
    await undoVendorCallCount(em, { vendor: textBudgetName, budget: budgetOf(textSettings, segments), countedAt });
  }
  if (answer.state === 'number-fault') {
    const { stop } = meaningOfTwilioCode(answer.code);
    const failure = twilioFailureText(answer.code);
    await em.transactional(async (transaction) => {
      await markMessageFailed(transaction, 'texts', { id, failure, now: now() });
      if (stop !== null) await recordTextOptOut(transaction, { phone: text.recipient, reason: stop }, now());
      await context.complete(transaction);
    });
    context.logger.info(
      { event: 'text_not_sent', textId: id, template: text.template, result: failure },
      'A text was not sent.',
    );
    return;
  }
  if (answer.state === 'rejected') {
    await markMessageFailed(em, 'texts', { id, failure: `rejected ${answer.code}`, now: now() });
    throw new UnrecoverableJobError(`the vendor rejected it: ${answer.code}`);
  }
  await releaseTextClaim(em, text, { unsent: answer.taken === 'no' });
  if (answer.taken === 'unknown')
    throw new JobLockedError(`the vendor may have it: ${answer.reason}`, textConfirmWaitMs);
  if (answer.reason === 'rate-limited') {
    throw new QueueRateLimitedError('the vendor’s rate limit', Math.max(1_000, answer.retryAfterMs ?? 1_000));
  }
  throw new JobLockedError(`the vendor did not take it: ${answer.reason}`, waitMs(text, context));
};
