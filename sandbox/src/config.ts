/** What the sandbox reads from its environment. */
export interface SandboxConfig {
  host: string;
  port: number;
  /** Exit as soon as standard input closes: the launcher's guard against orphans. */
  exitWithParent: boolean;
}

/** Every variable that the sandbox reads. */
export const configKeys = ['HOST', 'PORT', 'PARENT_PIPE'] as const;

/**
 * Reads the configuration.
 * @throws an Error whose message lists every fault, one a line, in plain words.
 */
export function readSandboxConfig(env: Record<string, string | undefined> = process.env): SandboxConfig {
  const faults: string[] = [];
  const host = env['HOST'] || '127.0.0.1';
  if (/\s/.test(host)) faults.push(`HOST must be a host name or an address, not "${host}".`);
  const portText = env['PORT'] || '3900';
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port > 65_535) {
    faults.push(`PORT must be a whole number from 0 to 65535, not "${portText}".`);
  }
  const pipe = env['PARENT_PIPE'] || '0';
  if (pipe !== '0' && pipe !== '1') faults.push(`PARENT_PIPE must be 1 or 0, not "${pipe}".`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return { host, port, exitWithParent: pipe === '1' };
}
