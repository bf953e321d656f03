import { findWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { type AlertFacts, switchOf, textedAlerts } from '@ve/domain/monitoring/alerts/alert';
import type { OffRoadStatus } from '@ve/domain/vehicle/record/off-road';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { taxStatusLabels } from '@ve/domain/vehicle/tax/tax-status-labels';
import { toGsm7 } from '@ve/domain/kernel/text/gsm7';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { formatCount } from '@ve/domain/kernel/text/phrases';
import type { TextBuilder } from '@ve/app/messaging/texts/send-text';
import { findWatchedMember } from './watched-member.ts';

const offRoadLabels: Readonly<Record<OffRoadStatus, string>> = {
  scrapped: 'is now recorded as scrapped. If that is wrong, tell DVLA.',
  exported: 'is now recorded as exported. If that is wrong, tell DVLA.',
  'marked-for-export': 'is now marked for export. If that is wrong, tell DVLA.',
  neither: 'is no longer recorded as scrapped or exported.',
};

/** Returns the text of a change, or null if it is sent by mail only. */
const wordsOf = (facts: AlertFacts, plate: string): string | null => {
  switch (facts.kind) {
    case 'tax-status':
      return `DVLA now says that ${plate} is ${taxStatusLabels(facts.to.slice(0, 40))}.`;
    case 'mot-result': {
      const tested = formatDate(facts.testedOn);
      const failedFor = facts.failures.length === 0 ? '' : `, for ${formatCount(facts.failures.length, 'reason')}`;
      if (!facts.passed) return `${plate} failed its MOT on ${tested}${failedFor}.`;
      const advised =
        facts.advisories.length === 0 ? '' : ` with ${formatCount(facts.advisories.length, 'advisory note')}`;
      const until = facts.expiresOn === null ? '' : ` MOT until ${formatDate(facts.expiresOn)}.`;
      return `${plate} passed its MOT on ${tested}${advised}.${until}`;
    }
    case 'recall':
      if (facts.outstanding === 'No') return `DVSA no longer shows an outstanding safety recall for ${plate}.`;
      return facts.outstanding === 'Yes'
        ? `${plate} has an outstanding safety recall.`
        : `A safety recall may apply to ${plate}.`;
    case 'keeper-change':
      return facts.on === null
        ? `${plate} has a new registered keeper.`
        : `${plate} has a new registered keeper, recorded on ${formatDate(facts.on)}.`;
    case 'plate-change':
      return `The registration number of ${plate} was changed.`;
    case 'scrapped-or-exported':
      return `${plate} ${offRoadLabels[facts.state]}`;
    default:
      return null;
  }
};

/** Contains only the car, the change and the dashboard URL. Skipped for a member who must not get it any more. */
export const buildAlertText: TextBuilder = async (em, text, { settings, now }) => {
  const event = text.subjectId === null ? null : await findWatchEvent(em, text.subjectId);
  if (event === null) return { skip: 'subject-deleted' };
  const { facts, registration } = event;
  const words = textedAlerts.includes(facts.kind) ? wordsOf(facts, formatRegistration(registration)) : null;
  if (words === null) return { skip: 'not-needed' };
  const member = await findWatchedMember(em, { ...event, text }, now);
  if (!('watch' in member)) return member;
  if (member.watch.disabledAlerts.includes(switchOf(facts.kind))) return { skip: 'not-needed' };
  return {
    body: toGsm7(`Vehicle Enquiry: ${words} ${settings.origin}/dashboard Reply STOP to end texts.`),
    validSeconds: 14_400,
  };
};
