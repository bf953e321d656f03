import { contactFormLimits } from '@ve/contracts/http/messaging/contact';
import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { formatInstant } from '@ve/domain/kernel/time/format-date';

/** Texts of the contact page; those that the specification prescribes are verbatim. */
export const messages = {
  title: 'Contact us',
  description: `Cancel a membership or ask us anything. We reply ${responseTimeLabels.reply}.`,
  lead: `We reply ${responseTimeLabels.reply}, every day of the week.`,
  held: 'No account? See and delete what we hold about you',
  choice: {
    legend: 'What is it about?',
    options: {
      cancellation: [
        'Cancellation Request',
        'End a trial or membership online. You first see when it ends and what you get back.',
      ],
      general: ['General Enquiry', 'A question, a complaint, something wrong in a report, or your personal data.'],
    },
    action: 'Continue',
    unchosen: 'Choose one of the two to continue.',
    noScript: 'Turn on JavaScript for the form, or write to',
  },
  embedded: {
    lead: (host: string) =>
      `We reply ${responseTimeLabels.reply}. The form below belongs to ${host}, which passes your message to us and may set cookies of its own. For a complaint use our own form: it gives you a reference.`,
    frame: 'General enquiry form',
    loading: 'Loading the form…',
    ownForm: 'Use our own form instead',
    mail: 'Or write to',
  },
  form: {
    title: 'General Enquiry',
    lead: `We read every message ourselves and reply ${responseTimeLabels.reply}.`,
    back: 'Back to Options',
    emailHint: 'Our reply goes to this address.',
    registration: 'Registration number (optional)',
    registrationHint: 'If it is about a vehicle, like AB12 CDE.',
    message: 'Your message',
    messageHint: 'Please leave out card numbers and passwords.',
    complaint: 'This is a complaint',
    complaintHint: `About the service, a report, or what we do with your personal data. You get a reference, and an answer ${responseTimeLabels.complaint}, which is ${responseTimeLabels.complaintDays}.`,
    submit: 'Send message',
    busy: 'Sending…',
    failed: 'Your message was not sent',
    doneTitle: 'Your message has been sent',
    done: (email: string) =>
      `We reply to ${email} ${responseTimeLabels.reply}. A confirmation is on its way to the same address.`,
    complaintTitle: 'We have your complaint',
    complaintDone: (email: string, answerBy: string) =>
      `We reply to ${email} ${responseTimeLabels.complaint}: by ${formatInstant(answerBy)}.`,
    complaintLate: (escalationAt: string) =>
      `If there is no answer after ${responseTimeLabels.escalation}, by ${formatInstant(escalationAt)}, someone who was not involved takes over, and we tell you.`,
    complaintMail: 'An e-mail with this reference, and a link to follow it, is on its way.',
    another: 'Send another message',
    errors: {
      message: 'Enter your message',
      registration: `Enter a registration number of at most ${contactFormLimits.registration} characters, or leave it out`,
    },
  },
} as const;
