/** What the sandbox reads from its environment. */
export interface SandboxConfig {
  host: string;
  port: number;
  /** Where the stand-in for a mail server listens. */
  smtpPort: number;
  /** Exit as soon as standard input closes: the launcher's guard against orphans. */
  exitWithParent: boolean;
}

/** Every variable that the sandbox reads. */
export const configKeys = ['HOST', 'PORT', 'SMTP_PORT', 'PARENT_PIPE'] as const;

/**
 * Reads the configuration.
 * @throws an Error whose message lists every fault, one a line, in plain words.
 */
export function readSandboxConfig(env: Record<string, string | undefined> = process.env): SandboxConfig {
  const faults: string[] = [];
  const host = env['HOST'] || '127.0.0.1';
  if (/\s/.test(host)) faults.push(`HOST must be a host name or an address, not "${host}".`);
  const portOf = (name: string, otherwise: string): number => {
    const text = env[name] || otherwise;
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
      faults.push(`${name} must be a whole number from 0 to 65535, not "${text}".`);
    }
    return Number(text);
  };
  const port = portOf('PORT', '3900');
  const smtpPort = portOf('SMTP_PORT', '3925');
  const pipe = env['PARENT_PIPE'] || '0';
  if (pipe !== '0' && pipe !== '1') faults.push(`PARENT_PIPE must be 1 or 0, not "${pipe}".`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return { host, port, smtpPort, exitWithParent: pipe === '1' };
}
