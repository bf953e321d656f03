import { type AlertFacts, alertSwitchOf } from '@ve/domain/monitoring/alerts/alert';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatDate, formatInstant } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import { MailFrame } from '../../messaging/mails/mail-frame.tsx';
import { MailActionButton, MailLabelledValues, MailLink, MailParagraph } from '../../messaging/mails/mail-parts.tsx';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';
import { dashboardUrlOf, MailTitledList, reportUrlOf, unsubscribeUrlOf, UnsubscribeFooter } from './watch-parts.tsx';
import { alertMessagesOf } from './alert-messages.ts';
import { findWatchEvent } from '@ve/data/monitoring/alerts/watch-event.repository';
import { unsubscribeSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { findNotifiableMember } from '@ve/data/monitoring/watch/notifiable-member.repository';
import { areRemindersPausedOn } from '@ve/domain/monitoring/reminders/pause';
import { unsubscribeToken } from '@ve/app/messaging/mails/unsubscribe-token';

/** A change of a member's car, as its mail presents it. */
export interface AlertMailData {
  registration: string;
  facts: AlertFacts;
  /** When we read it. */
  at: Date;
}

/** Quiet hours alone do not make an alert late. */
const lateAfterMs = 24 * 3_600_000;

/** Reports a change with its source and reading time, and apologises when sent on a later day. */
export const alertEmail = (
  {
    event: { registration, facts, at },
    token,
    settings,
  }: { event: AlertMailData; token: string; settings: MailSettings },
  now: Date,
): EmailContent => {
  const plate = formatRegistration(registration);
  const { title, source, rows = [], text, lists = [], link, action } = alertMessagesOf(facts, plate);
  return {
    subject: title,
    automatic: 'auto-generated',
    unsubscribeUrl: unsubscribeUrlOf(settings, token),
    document: (
      <MailFrame settings={settings} title={title} preheader={text[0] ?? title} plate={plate}>
        <MailLabelledValues
          rows={[['Vehicle', plate], ...rows, ['Source', `${source}, read on ${formatInstant(at)}`]]}
        />
        {now.getTime() - at.getTime() > lateAfterMs ? (
          <MailParagraph>
            This alert is late: it should have come on {formatDate(londonDate(at))}. We are sorry.
          </MailParagraph>
        ) : null}
        {text.map((paragraph) => (
          <MailParagraph key={paragraph}>{paragraph}</MailParagraph>
        ))}
        {link === undefined ? null : (
          <MailParagraph>
            <MailLink href={link.url}>{link.text}</MailLink>
          </MailParagraph>
        )}
        {lists.map(({ title: heading, lines }) => (
          <MailTitledList key={heading} title={heading}>
            {lines}
          </MailTitledList>
        ))}
        <MailActionButton href={action === undefined ? reportUrlOf(settings, registration) : dashboardUrlOf(settings)}>
          {action?.words ?? 'See the report'}
        </MailActionButton>
        <UnsubscribeFooter settings={settings} what="alerts" registration={registration} token={token} />
      </MailFrame>
    ),
  };
};

/** Skipped for a former member, for another car, and when alerts were paused or this one switched off since. */
export const buildAlertEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const event = subjectId === null ? null : await findWatchEvent(em, subjectId);
  if (!event) return { skip: 'subject-deleted' };
  const { userId, registration, facts } = event;
  const sendable = await findNotifiableMember(em, userId, now);
  if (sendable?.registration !== registration) return { skip: 'not-needed' };
  const { watch } = sendable;
  const unwanted = !watch.emailOn || watch.disabledAlerts.includes(alertSwitchOf(facts.kind));
  if (unwanted || areRemindersPausedOn(watch, londonDate(now))) return { skip: 'not-needed' };
  const token = unsubscribeToken({ userId, stream: 'alert' }, await unsubscribeSigningKey(em));
  return alertEmail({ event, token, settings }, now);
};
