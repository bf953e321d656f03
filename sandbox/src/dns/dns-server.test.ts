import { Resolver } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { startDnsServer, type SandboxDnsServer } from './dns-server.ts';

let server: SandboxDnsServer;
let resolver: Resolver;
beforeAll(async () => {
  server = await startDnsServer({ host: '127.0.0.1', port: 0 });
  resolver = new Resolver({ timeout: 20_000, tries: 1 });
  resolver.setServers([server.address]);
});
afterAll(() => server.close());

const domain = 'vehicle-enquiry.example';

it('has the records of the mail domain, regardless of the case of its name', async () => {
  expect(await resolver.resolveTxt(domain)).toEqual([['v=spf1 mx -all']]);
  expect(await resolver.resolveMx(domain.toUpperCase())).toEqual([
    expect.objectContaining({ priority: 10, exchange: `mail.${domain}` }),
  ]);
  expect(await resolver.resolveTxt(`_dmarc.${domain}`)).toEqual([[expect.stringMatching(/^v=DMARC1; p=reject/)]]);
});

it('sends a long text in parts', async () => {
  const [parts = []] = await resolver.resolveTxt(`sandbox._domainkey.${domain}`);
  expect(parts).toHaveLength(2);
  expect(parts.join('')).toMatch(/^v=DKIM1; k=rsa; p=A{392}$/);
});

it.each([
  ['a name that it does not know', 'other.example', 'ENOTFOUND'],
  ['a known name without such records', `_dmarc.${domain}`, 'ENODATA'],
])('reports %s', async (_, name, code) => {
  await expect(resolver.resolveMx(name)).rejects.toMatchObject({ code });
});

it('ignores what is no query', async () => {
  const socket = createSocket('udp4');
  const [, port] = server.address.split(':');
  for (const message of ['', 'nonsense', '\0'.repeat(12), `${'\0'.repeat(5)}\x01${'\0'.repeat(6)}\x3f`]) {
    socket.send(message, Number(port), '127.0.0.1');
  }
  socket.close();
  await once(socket, 'close');
  expect(await resolver.resolveTxt(domain)).toHaveLength(1);
});
