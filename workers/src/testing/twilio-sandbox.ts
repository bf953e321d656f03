import { startSandbox } from '@ve/providers/sandbox-process.fixture';
import { createTwilioAdapter } from '@ve/providers/text/twilio.adapter';
import type { CreateVendorLimiter } from '@ve/providers/http/vendor-limiter';
import { unlimitedVendorLimiter } from '@ve/providers/http/single-call';
import type { TextPort } from '@ve/providers/text/text.port';
import type { TextVendorDeps } from '../handlers.ts';
import { exampleTextSettings } from './scripted-texts.ts';

/**
 * Our adapter to a sandbox, by default without limits, with short waits. `hang`: it never returns once Twilio has
 * accepted a text.
 */
export const sandboxTwilioDeps = (
  url: string,
  {
    hang = false,
    createVendorLimiter = unlimitedVendorLimiter,
    leaseMs = 2_000,
  }: { hang?: boolean; createVendorLimiter?: CreateVendorLimiter; leaseMs?: number } = {},
): TextVendorDeps => {
  const twilio = createTwilioAdapter({
    url: `${url}/twilio`,
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'sandbox-twilio-token',
    from: '+447700900001',
    createVendorLimiter,
    limits: { breakerFailures: 1_000 },
  });
  const hanging: TextPort = {
    ...twilio,
    send: async (text) => {
      const answer = await twilio.send(text);
      return answer.state === 'accepted' ? new Promise(() => undefined) : answer;
    },
  };
  return {
    texts: hang ? hanging : twilio,
    // No server listens there: the sandbox's receipts are lost, and only its list shows what it has.
    textSettings: { ...exampleTextSettings, callbackOrigin: 'http://127.0.0.1:9' },
    textLeaseMs: leaseMs,
    textConfirmWaitMs: leaseMs / 2,
  };
};

interface SandboxText {
  to: string;
  body: string;
  sid: string;
  createdAt: string;
  status: string;
}

interface SandboxMail {
  /** Id of the arrival: a mail that arrives twice has two. */
  id: string;
  headers: { name: string; value: string }[];
}

/** The sandbox as a process, with the mails and texts that it received. */
export const startTwilioSandbox = async () => {
  const { url, smtp, close } = await startSandbox();
  return {
    url,
    smtp,
    close,
    /** The last five hundred mails. */
    mails: async (): Promise<SandboxMail[]> => {
      const answer = await fetch(`${url}/inbox/messages`);
      return ((await answer.json()) as { messages: SandboxMail[] }).messages;
    },
    /** The last thousand texts. */
    texts: async (): Promise<SandboxText[]> => {
      const answer = await fetch(`${url}/control/twilio`);
      return ((await answer.json()) as { texts: SandboxText[] }).texts;
    },
    fault: async (mode: string, more: object = {}): Promise<void> => {
      await fetch(`${url}/control/faults/twilio`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode, ...more }),
      });
    },
    mend: async (): Promise<void> => {
      await fetch(`${url}/control/faults`, { method: 'DELETE' });
    },
    reset: async (): Promise<void> => {
      for (const what of ['control/twilio', 'inbox/messages', 'control/faults']) {
        await fetch(`${url}/${what}`, { method: 'DELETE' });
      }
    },
  };
};
