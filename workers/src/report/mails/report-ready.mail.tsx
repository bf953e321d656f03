import { isMailAddressSuppressed } from '@ve/data/messaging/mails/mail-suppression.repository';
import { type ReportReadyMailData, findReportReadyMailData } from '@ve/data/report/report-ready-mail.repository';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { sourceRetries } from '@ve/domain/vehicle/record/source-retries';
import { fullCheckFailureMessage, failedCheckCreditMessage } from '@ve/domain/vehicle/record/check-failure';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

const sources = { licensing: 'DVLA', testing: 'DVSA', specification: 'UK Vehicle Data' } as const;
const names = ['licensing', 'testing', 'specification'] as const;

/** The sources that did not respond. */
const missingFrom = (record: VehicleRecord | null): string[] =>
  record === null ? [] : names.filter((name) => record[name].state === 'unavailable').map((name) => sources[name]);

const listOf = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');

/** Subject, sentence and link text about the free sources. */
function wordsOf({
  registration,
  outcome,
  record,
  isAnswerMail,
}: ReportReadyMailData): Record<'subject' | 'text' | 'link', string> {
  const plate = formatRegistration(registration);
  const missing = missingFrom(record);
  if (outcome === 'unavailable' && isAnswerMail) {
    return {
      subject: `Still no answer about ${plate}`,
      text: `We asked our sources for ${sourceRetries.hours} hours, and none answered. This says nothing about the vehicle. We have stopped asking.`,
      link: 'Ask again',
    };
  }
  if (outcome === 'unavailable') {
    return {
      subject: `We couldn’t load the report on ${plate}`,
      text: 'None of our sources responded. This says nothing about the vehicle. Open the report to ask them again.',
      link: 'Ask again',
    };
  }
  if (outcome === 'not-found') {
    return {
      subject: `No vehicle was found for ${plate}`,
      text: 'DVLA has no vehicle under this registration number. Check it on the plate or the V5C log book.',
      link: 'See what was found',
    };
  }
  if (missing.length > 0) {
    return {
      subject: `Your report on ${plate} is ready in part`,
      text: `${listOf(missing)} did not respond: that part of the report says “Not available”. The rest is complete. Open the report to ask again.`,
      link: 'Open the report',
    };
  }
  return {
    subject: `Your report on ${plate} is ready`,
    text: 'The sources you were waiting for have answered.',
    link: 'Open the report',
  };
}

function wordsOfCheck(check: ReportReadyMailData['check']): string | null {
  if (check?.status === 'done') return 'Your full check is done too: its results are in the report.';
  if (check?.status !== 'failed') return null;
  return `Your full check failed. ${fullCheckFailureMessage(check.failure ?? 'interrupted')} ${failedCheckCreditMessage(check.creditReturned)}`;
}

/** Informs a reader who waited for slow or failed sources of the outcome, also when none answered. */
export const reportReadyEmail = (report: ReportReadyMailData, settings: MailSettings): EmailContent => {
  const { subject, text, link } = wordsOf(report);
  const check = wordsOfCheck(report.check);
  return {
    subject,
    automatic: 'auto-generated',
    document: (
      <MailFrame settings={settings} title={subject} preheader={text}>
        <MailParagraph>
          {report.isAnswerMail
            ? 'No source answered when you looked, and you asked us to tell you when one does.'
            : 'You asked us to tell you when your report was ready.'}{' '}
          {text}
        </MailParagraph>
        {check === null ? null : <MailParagraph>{check}</MailParagraph>}
        <MailActionButton href={`${settings.origin}/report?reg=${encodeURIComponent(report.registration)}`}>
          {link}
        </MailActionButton>
        {report.visitor === null ? null : (
          <MailParagraph>
            This is the only e-mail about it. It was asked for on{' '}
            {formatDate(londonDate(new Date(report.visitor.askedAt)))} with this address. If that was not you, you need
            do nothing: we use the address for nothing else, delete the request within a week, and the record of this
            e-mail after 30 days.
          </MailParagraph>
        )}
      </MailFrame>
    ),
  };
};

export const buildReportReadyEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const report = subjectId === null ? null : await findReportReadyMailData(em, subjectId);
  if (report === null) return { skip: 'subject-deleted' };
  // The address is not verified: one that complained, or rejects our mails, gets none.
  if (report.visitor !== null && (await isMailAddressSuppressed(em, report.visitor.email)))
    return { skip: 'suppressed' };
  return reportReadyEmail(report, settings);
};
