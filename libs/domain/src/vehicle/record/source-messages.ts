import type { RecordSection, SourceName, UnavailableReason } from './vehicle-record.ts';

const names: Record<SourceName, string> = { DVLA: 'DVLA', DVSA: 'DVSA', UKVD: 'UK Vehicle Data' };

export function sourceLabel(source: SourceName): string {
  return names[source];
}

const unavailableMessages: Record<UnavailableReason, (name: string) => string> = {
  timeout: (name) => `${name} did not answer in time.`,
  'rate-limited': (name) => `${name} is taking no more requests from us at the moment.`,
  'budget-spent': (name) => `We have reached our daily limit of checks with ${name}. Try again tomorrow.`,
  refused: (name) => `${name} refused our request.`,
  'source-error': (name) => `${name} reported an error at its end.`,
  'unreadable-answer': (name) => `${name} answered, but not in a form we could read.`,
  'circuit-open': (name) => `${name} has been failing, so we paused asking it for a short while.`,
  restricted: (name) => `${name} does not release data for this registration.`,
};

/** Why a source is unavailable, as one sentence. */
export function unavailableReasonText(source: SourceName, reason: UnavailableReason): string {
  return unavailableMessages[reason](sourceLabel(source));
}

/**
 * Why a datum is missing: one sentence for each source that could have provided it, without repetitions. Distinguishes
 * a source that did not respond, one without a record and one whose record lacks the datum.
 */
export function missingReasonText(sections: readonly RecordSection<unknown>[]): string {
  return [...new Set(sections.map(missingReasonOf))].join(' ');
}

function missingReasonOf(section: RecordSection<unknown>): string {
  if (section.state === 'unavailable') return unavailableReasonText(section.source, section.reason);
  const name = sourceLabel(section.source);
  if (section.state === 'asking') return `${name} has not answered yet.`;
  if (section.state === 'not-held') return `${name} holds no record of this vehicle.`;
  return `${name}’s record does not say.`;
}
