import { lookup, Resolver } from 'node:dns/promises';
import { configSchema } from '../../config.ts';
import { failed, notChecked, passed, type DoctorCheck, type DoctorResult } from './doctor-check.ts';
import { configSchema as doctorSchema } from './doctor.config.ts';
import { withVariables, type Environment } from './doctor-variables.ts';

const queryTimeoutMs = 4_000;

const noSuchRecord = new Set(['ENOTFOUND', 'ENODATA']);

/** The records of a name; none where the name or its records do not exist. */
const orNone = async <T>(answer: Promise<T[]>): Promise<T[]> => {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (noSuchRecord.has(code)) return [];
    throw new Error(`the name server gave no usable answer (${code})`, { cause: error });
  }
};

/** The texts of a name that begin with a version such as `v=spf1`. */
const findTexts = async (resolver: Resolver, name: string, version: string): Promise<string[]> => {
  const texts = (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''));
  return texts.filter((text) => text.toLowerCase().startsWith(version.toLowerCase()));
};

interface NameServer {
  host: string;
  port: number;
}

/** A resolver that asks this name server; without one, those of this machine. */
const createResolver = async (server: NameServer | undefined): Promise<Resolver> => {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 });
  if (server === undefined) return resolver;
  const { address, family } = await lookup(server.host).catch(() => {
    throw new Error('the name server of DNS_SERVER cannot be found');
  });
  resolver.setServers([`${family === 6 ? `[${address}]` : address}:${server.port}`]);
  return resolver;
};

/** Whether mails from the domain of `MAIL_FROM` are recognised as ours, and whether it takes what comes back. */
export const mailDomainChecks = (env: Environment): DoctorCheck[] => {
  const remedy = 'Correct DNS_SERVER, or the name server of this machine';
  const { DNS_SERVER, DKIM_SELECTOR } = doctorSchema.shape;
  const check = (
    name: string,
    run: (given: { resolver: Resolver; domain: string; selector: string | undefined }) => Promise<DoctorResult>,
  ): DoctorCheck => ({
    group: 'Mail',
    name,
    remedy,
    run: withVariables(env, { MAIL_FROM: configSchema.shape.MAIL_FROM, DNS_SERVER, DKIM_SELECTOR }, async (given) => {
      const resolver = await createResolver(given.DNS_SERVER);
      const [, domain = ''] = given.MAIL_FROM.address.split('@');
      return run({ resolver, domain, selector: given.DKIM_SELECTOR });
    }),
  });
  return [
    check('SPF', async ({ resolver, domain }) => {
      const [record, another] = await findTexts(resolver, domain, 'v=spf1');
      const add = `Publish one TXT record of ${domain} that allows the mail server, v=spf1 … -all`;
      if (record === undefined) return failed(`${domain} has no SPF record`, add);
      if (another !== undefined) return failed(`${domain} has several SPF records, which count as none`, add);
      return /[-~]all\b/.test(record) ? passed() : failed('the SPF record allows every server', add);
    }),
    check('DKIM', async ({ resolver, domain, selector }) => {
      if (selector === undefined) return notChecked('DKIM_SELECTOR is not set');
      const name = `${selector}._domainkey.${domain}`;
      const texts = (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''));
      // A record without a key revokes it.
      return texts.some((text) => /\bp=[A-Za-z0-9+/]/.test(text))
        ? passed()
        : failed(`${name} has no key`, 'Publish the key that the mail server signs with, or correct DKIM_SELECTOR');
    }),
    check('DMARC', async ({ resolver, domain }) => {
      const [record] = await findTexts(resolver, `_dmarc.${domain}`, 'v=DMARC1');
      if (record === undefined) {
        return failed(`_dmarc.${domain} has no DMARC record`, `Publish a TXT record, v=DMARC1; p=quarantine`);
      }
      return /\bp=(quarantine|reject)\b/i.test(record)
        ? passed()
        : failed('the DMARC policy lets forged mails pass', 'Set p=quarantine or p=reject');
    }),
    check('MX', async ({ resolver, domain }) => {
      const servers = await orNone(resolver.resolveMx(domain));
      return servers.some(({ exchange }) => exchange !== '')
        ? passed()
        : failed(`${domain} takes no mail, so no answer and no bounce arrives`, `Publish an MX record of ${domain}`);
    }),
  ];
};
