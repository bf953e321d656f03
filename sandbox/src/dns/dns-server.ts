import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { dnsResponse, readDnsQuestion, type DnsRecord } from './dns-message.ts';

const domain = 'vehicle-enquiry.example';

/** The records of the domain that the sandbox's mails come from, and of domains that are set up badly. */
const recordsByName: Readonly<Record<string, readonly DnsRecord[]>> = {
  [domain]: [
    { type: 'MX', priority: 10, exchange: `mail.${domain}` },
    { type: 'TXT', text: 'v=spf1 mx -all' },
  ],
  [`_dmarc.${domain}`]: [{ type: 'TXT', text: `v=DMARC1; p=reject; rua=mailto:dmarc@${domain}` }],
  [`sandbox._domainkey.${domain}`]: [{ type: 'TXT', text: `v=DKIM1; k=rsa; p=${'A'.repeat(392)}` }],
  'careless.example': [
    { type: 'MX', priority: 0, exchange: '' },
    { type: 'TXT', text: 'v=spf1 +all' },
  ],
  '_dmarc.careless.example': [{ type: 'TXT', text: 'v=DMARC1; p=none' }],
  'revoked._domainkey.careless.example': [{ type: 'TXT', text: 'v=DKIM1; p=' }],
  'twice.example': [
    { type: 'TXT', text: 'v=spf1 mx -all' },
    { type: 'TXT', text: 'v=spf1 a -all' },
  ],
};

export interface SandboxDnsServer {
  /** Host and port, such as `127.0.0.1:3953`. */
  address: string;
  close(): Promise<void>;
}

/** A name server over UDP for the mail domain of the sandbox; it knows no other name. */
export async function startDnsServer({ host, port }: { host: string; port: number }): Promise<SandboxDnsServer> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  socket.on('message', (message, sender) => {
    const question = readDnsQuestion(message);
    if (question === null) return;
    const records = Object.hasOwn(recordsByName, question.name) ? recordsByName[question.name] : undefined;
    const wanted = (records ?? []).filter(({ type }) => type === question.type);
    // A client that has gone is no error of the sandbox.
    socket.send(dnsResponse(question, wanted, records !== undefined), sender.port, sender.address, () => undefined);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    address: `${host}:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
