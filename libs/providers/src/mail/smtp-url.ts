export interface SmtpServerAddress {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  auth?: { user: string; pass: string };
}

/** The parts of an `smtp:` or `smtps:` URL; port 587 or 465 by default. */
export function parseSmtpUrl(text: string): SmtpServerAddress {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}
