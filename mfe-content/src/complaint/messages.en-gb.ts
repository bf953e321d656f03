import { promiseLabels } from '@ve/domain/messaging/contact/response-times';
import { formatInstant } from '@ve/domain/kernel/time/format-date';

export const messages = {
  title: 'Your complaint',
  states: {
    received: {
      tone: 'info',
      title: 'We have it and are looking into it',
      body: 'Our answer comes to your e-mail address.',
    },
    escalated: {
      tone: 'warn',
      title: 'It has been escalated',
      body: 'We did not answer in the time we promised. Somebody who was not involved is looking at it, and answers to your e-mail address.',
    },
    answered: {
      tone: 'pass',
      title: 'We have answered it',
      body: 'Our answer went to your e-mail address. If you see it otherwise, reply to that e-mail.',
    },
  },
  facts: {
    reference: 'Reference',
    received: 'Received',
    answerBy: 'Our answer by',
    escalation: 'Escalated if unanswered',
    escalated: 'Escalated',
    answered: 'Answered',
  },
  at: (instant: string) => formatInstant(instant),
  promise: `We answer complaints ${promiseLabels.complaint}: Monday to Friday, 9:00 to 17:00 UK time, without the bank holidays of England and Wales. After ${promiseLabels.escalation} without an answer, somebody who was not involved takes over.`,
  elsewhere: 'You need not wait for us: about your personal data you may complain to the',
  commissioner: 'Information Commissioner’s Office',
  unknownTitle: 'We do not recognise this link',
  unknownText:
    'Open the whole link from the e-mail in which we confirmed your complaint. Two years after a complaint its link ends.',
  contact: 'Write to us',
} as const;
