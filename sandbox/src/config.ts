export interface SandboxConfig {
  host: string;
  port: number;
  smtpPort: number;
  /** Of the name server, over UDP; 0: a free one. */
  dnsPort: number;
  /** The address of the sandbox for browsers; null: where it listens. */
  publicUrl: string | null;
  /** The product's webhook endpoint for Stripe's events; null: only endpoints created through the API. */
  stripeWebhookUrl: string | null;
  /** The product's webhook for texts to our number; null for none. */
  twilioWebhookUrl: string | null;
  /** The product's webhook for bounces and complaints; null for none. */
  mailWebhookUrl: string | null;
  /** The file in which Stripe's account survives a restart; null for none. */
  stateFile: string | null;
  /** Exit as soon as standard input closes, so that the launcher leaves no orphans. */
  exitWithParent: boolean;
}

export const configKeys = [
  'HOST',
  'PORT',
  'SMTP_PORT',
  'DNS_PORT',
  'SANDBOX_PUBLIC_URL',
  'STRIPE_WEBHOOK_URL',
  'TWILIO_WEBHOOK_URL',
  'MAIL_WEBHOOK_URL',
  'SANDBOX_STATE_FILE',
  'PARENT_PIPE',
] as const;

/**
 * Reads the configuration.
 * @throws an Error whose message lists every configuration error, one per line.
 */
export function readSandboxConfig(env: Record<string, string | undefined> = process.env): SandboxConfig {
  const problems: string[] = [];
  const host = env['HOST'] || '127.0.0.1';
  if (/\s/.test(host)) problems.push(`HOST must be a host name or an address, not "${host}".`);
  const portOf = (name: string, otherwise: string): number => {
    const text = env[name] || otherwise;
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
      problems.push(`${name} must be a whole number from 0 to 65535, not "${text}".`);
    }
    return Number(text);
  };
  const port = portOf('PORT', '3900');
  const smtpPort = portOf('SMTP_PORT', '3925');
  const dnsPort = portOf('DNS_PORT', '0');
  const urlOf = (name: string): string | null => {
    const text = env[name] || null;
    if (text === null) return null;
    if (/^https?:\/\/[^/]/.test(text) && URL.canParse(text)) return text.replace(/\/$/, '');
    problems.push(`${name} must be an address such as http://localhost:3000, not "${text}".`);
    return null;
  };
  const [publicUrl, stripeWebhookUrl, twilioWebhookUrl, mailWebhookUrl] = [
    urlOf('SANDBOX_PUBLIC_URL'),
    urlOf('STRIPE_WEBHOOK_URL'),
    urlOf('TWILIO_WEBHOOK_URL'),
    urlOf('MAIL_WEBHOOK_URL'),
  ];
  const stateFile = env['SANDBOX_STATE_FILE'] || null;
  const pipe = env['PARENT_PIPE'] || '0';
  if (pipe !== '0' && pipe !== '1') problems.push(`PARENT_PIPE must be 1 or 0, not "${pipe}".`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return {
    host,
    port,
    smtpPort,
    dnsPort,
    publicUrl,
    stripeWebhookUrl,
    twilioWebhookUrl,
    mailWebhookUrl,
    stateFile,
    exitWithParent: pipe === '1',
  };
}
