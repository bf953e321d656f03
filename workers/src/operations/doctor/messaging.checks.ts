import { checkSmtpLogin } from '@ve/providers/mail/smtp.adapter';
import { checkTwilioNumber } from '@ve/providers/text/twilio-number';
import { httpUrlConfigField } from '@ve/server-kit/config/process-fields';
import { twilioConfigFields } from '@ve/server-kit/config/twilio-config-fields';
import { configSchema } from '../../config.ts';
import { failed, passed, resultOfAccess, type DoctorCheck } from './doctor-check.ts';
import { withVariables, type Environment } from './doctor-variables.ts';

const smtpTimeoutMs = 8_000;

const smtpProblems = {
  unreachable: 'the mail server cannot be reached',
  timeout: 'the mail server gave no answer in time',
  network: 'the connection to the mail server broke, or its certificate is not valid',
  deferred: 'the mail server asks to come back later',
  'not-permitted': 'the mail server refuses user, password or an encrypted connection',
} as const;

/** Signs in where mails and texts are handed over; sends none. */
export const messagingChecks = (env: Environment): DoctorCheck[] => {
  const { TWILIO_URL, TWILIO_ACCOUNT_SID, TWILIO_FROM, SMTP_URL } = configSchema.shape;
  const twilioRemedy = 'Compare the Twilio variables and the number’s settings with docs/operations/texts.md';
  const smtpRemedy = 'Compare SMTP_URL with the account of the mail server: docs/operations/mails.md';
  return [
    {
      group: 'Texts',
      name: 'Twilio account and number',
      remedy: twilioRemedy,
      run: withVariables(
        env,
        { TWILIO_URL, TWILIO_ACCOUNT_SID, TWILIO_FROM, PUBLIC_ORIGIN: httpUrlConfigField(), ...twilioConfigFields() },
        async (given, signal) => {
          const origin = given.TWILIO_CALLBACK_ORIGIN ?? given.PUBLIC_ORIGIN;
          const number = {
            url: given.TWILIO_URL,
            accountSid: given.TWILIO_ACCOUNT_SID,
            authToken: given.TWILIO_AUTH_TOKEN[0] ?? '',
            from: given.TWILIO_FROM,
            inboundUrl: `${origin}/api/webhooks/twilio/inbound`,
          };
          return resultOfAccess(await checkTwilioNumber(number, signal), twilioRemedy);
        },
      ),
    },
    {
      group: 'Mail',
      name: 'SMTP login',
      remedy: smtpRemedy,
      run: withVariables(env, { SMTP_URL }, async ({ SMTP_URL: url }) => {
        const reason = await checkSmtpLogin({ url, timeoutMs: smtpTimeoutMs });
        return reason === null ? passed() : failed(smtpProblems[reason], smtpRemedy);
      }),
    },
  ];
};
