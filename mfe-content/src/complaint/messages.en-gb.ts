import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { formatInstant } from '@ve/domain/kernel/time/format-date';

export const messages = {
  title: 'Your complaint',
  states: {
    received: {
      tone: 'info',
      title: 'We have it and are looking into it',
      body: 'We will reply by e-mail.',
    },
    escalated: {
      tone: 'warn',
      title: 'It has been escalated',
      body: 'We did not answer in the time we promised. Someone who was not involved is looking at it, and will reply by e-mail.',
    },
    answered: {
      tone: 'pass',
      title: 'We have answered it',
      body: 'We have e-mailed you our answer. If you disagree, reply to that e-mail.',
    },
  },
  closed: {
    tone: 'info',
    title: 'We have closed it without an answer',
    body: 'Someone read it and found nothing to answer. If you disagree, write to us with the reference.',
  },
  facts: {
    reference: 'Reference',
    received: 'Received',
    answerBy: 'Our answer by',
    escalation: 'Escalated if unanswered',
    escalated: 'Escalated',
    answered: 'Answered',
    closed: 'Closed',
  },
  at: (instant: string) => formatInstant(instant),
  promise: `We answer complaints ${responseTimeLabels.complaint}. Working hours are Monday to Friday, 9:00 to 17:00 UK time, except bank holidays in England and Wales. After ${responseTimeLabels.escalation} without an answer, someone who was not involved takes over.`,
  elsewhere: 'You need not wait for us. You may complain about your personal data to the',
  commissioner: 'Information Commissioner’s Office',
  unknownTitle: 'We do not recognise this link',
  unknownText:
    'Open the whole link in the e-mail that confirmed your complaint. It works for two years after the complaint.',
  contact: 'Write to us',
} as const;
