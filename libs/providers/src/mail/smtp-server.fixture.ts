import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

type Stage = 'connect' | 'sender' | 'recipient' | 'data' | 'auth';

/** What the server does at a stage: refuse with a code, hang until closed, or continue only once `until` resolves. */
export interface SmtpFault {
  at: Stage;
  code?: number;
  /** The text after the code in the server's response. */
  words?: string;
  hang?: boolean;
  until?: Promise<unknown>;
  /** How often; unlimited by default. */
  times?: number;
}

/** A real mail server on a free port that stores accepted mails and fails as configured. */
export async function startSmtpServer(options: { fault?: SmtpFault; user?: string; pass?: string } = {}) {
  const mails: { to: string[]; raw: string; parsed: ParsedMail }[] = [];
  let fault = options.fault;
  const attempts = { count: 0 };

  const pass = (stage: Stage, done: (error?: Error | null) => void): void => {
    if (fault?.at !== stage) return done();
    const { code, words, hang, until } = fault;
    if (fault.times !== undefined && (fault.times -= 1) === 0) fault = undefined;
    if (hang === true) return;
    if (until) return void until.then(() => done());
    done(Object.assign(new Error(words ?? 'No, driver@example.com'), { responseCode: code ?? 451 }));
  };

  const server = new SMTPServer({
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS', ...(options.user === undefined ? ['AUTH'] : [])],
    closeTimeout: 1,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => {
      attempts.count += 1;
      pass('connect', done);
    },
    onAuth: (auth, _session, done) =>
      auth.username === options.user && auth.password === options.pass
        ? done(null, { user: auth.username })
        : done(new Error('No')),
    onMailFrom: (_address, _session, done) => pass('sender', done),
    onRcptTo: (_address, _session, done) => pass('recipient', done),
    onData: (stream, session, done) => {
      const receive = (chunks: Buffer[]): void => {
        const raw = Buffer.concat(chunks);
        pass('data', (error) => {
          if (error) return done(error);
          void simpleParser(raw).then((parsed) => {
            mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: raw.toString(), parsed });
            done();
          });
        });
      };
      void stream.toArray().then(receive, () => done(new Error('The client hung up')));
    },
  });
  // Tests make clients hang up; their errors are expected.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    attempts,
    setFault: (next: SmtpFault | undefined) => {
      fault = next;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
