import { readSandboxConfig, type SandboxConfig } from './config.ts';
import { createSandboxClock } from './control/clock.ts';
import { createSandboxMailbox } from './inbox/mail-box.ts';
import { startDnsServer, type SandboxDnsServer } from './dns/dns-server.ts';
import { startSmtpInbox, type SmtpInbox } from './inbox/smtp-inbox.ts';
import { buildSandbox } from './server.ts';
import { PersistentStateFile } from './persistent-state-file.ts';

const log = (level: 'info' | 'warn' | 'error', msg: string, more: object = {}): void => {
  process.stdout.write(`${JSON.stringify({ level, time: new Date().toISOString(), name: 'sandbox', msg, ...more })}\n`);
};

function configOrExit(): SandboxConfig {
  try {
    return readSandboxConfig();
  } catch (error) {
    log('error', error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

const config = configOrExit();
const clock = createSandboxClock();
const mails = createSandboxMailbox();
/** A state file next to the configured one, named after its content. */
const fileOf = (what: string): PersistentStateFile | null =>
  config.stateFile === null
    ? null
    : new PersistentStateFile(
        what === '' ? config.stateFile : `${config.stateFile.replace(/\.json$/, '')}${what}.json`,
        (message) => log('warn', message),
      );
const [stateFile, carsFile, textsFile] = [fileOf(''), fileOf('-cars'), fileOf('-texts')];
// Runs at every exit except a kill.
process.once('exit', () => {
  for (const file of [stateFile, carsFile, textsFile]) file?.write();
});
const app = buildSandbox({ clock, mails, urls: config, demo: true, stateFile, textsFile, carsFile });
let smtp: SmtpInbox | null = null;
let dns: SandboxDnsServer | null = null;

const stop = (): void => {
  // Connections that are still open after this belong to clients that do not close.
  setTimeout(() => process.exit(0), 8_000).unref();
  Promise.all([app.close(), smtp?.close(), dns?.close()]).then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
if (config.exitWithParent) {
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('error', () => process.exit(0));
  process.stdin.resume();
}

try {
  smtp = await startSmtpInbox(mails, { host: config.host, port: config.smtpPort, now: clock.now });
} catch (error) {
  log(
    'error',
    `Cannot take mail on ${config.host}:${config.smtpPort}: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
}
try {
  dns = await startDnsServer({ host: config.host, port: config.dnsPort });
} catch (error) {
  log(
    'error',
    `Cannot answer names on ${config.host}:${config.dnsPort}: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
}
try {
  const url = await app.listen({ host: config.host, port: config.port });
  log('info', 'ready', { url, control: `${url}/control`, inbox: `${url}/inbox`, smtp: smtp.url, dns: dns.address });
} catch (error) {
  log(
    'error',
    `Cannot listen on ${config.host}:${config.port}: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exit(1);
}
