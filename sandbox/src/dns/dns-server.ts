import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { AUTHORITATIVE_ANSWER, decode, encode, type Packet, type Question } from 'dns-packet';

/** A record that a name has. */
type DnsRecord = { type: 'TXT'; text: string } | { type: 'MX'; priority: number; exchange: string };

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

const ttl = 60;
const noSuchName = 3;
const maxStringBytes = 255;

/** The one question of a query; null for what is no such query. */
function readQuestion(message: Buffer): { id: number; question: Question } | null {
  try {
    const { type, id = 0, questions = [] } = decode(message);
    const [question, another] = questions;
    return type === 'query' && question !== undefined && another === undefined ? { id, question } : null;
  } catch {
    return null;
  }
}

/** A long text is sent as several strings, which the reader joins. */
const stringsOf = (text: string): string[] => text.match(new RegExp(`.{1,${maxStringBytes}}`, 'gs')) ?? [''];

/** The response of the server of these names. */
function responseTo({ id, question }: { id: number; question: Question }): Packet {
  const name = question.name.toLowerCase();
  const records = Object.hasOwn(recordsByName, name) ? recordsByName[name] : undefined;
  const wanted = (records ?? []).filter(({ type }) => type === question.type);
  return {
    type: 'response',
    id,
    flags: AUTHORITATIVE_ANSWER | (records === undefined ? noSuchName : 0),
    questions: [question],
    answers: wanted.map((record) =>
      record.type === 'TXT'
        ? { name: question.name, type: 'TXT', ttl, data: stringsOf(record.text) }
        : {
            name: question.name,
            type: 'MX',
            ttl,
            data: { preference: record.priority, exchange: record.exchange },
          },
    ),
  };
}

export interface SandboxDnsServer {
  /** Host and port, such as `127.0.0.1:3953`. */
  address: string;
  close(): Promise<void>;
}

/** A name server over UDP for the mail domain of the sandbox; it knows no other name. */
export async function startDnsServer({ host, port }: { host: string; port: number }): Promise<SandboxDnsServer> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  socket.on('message', (message, sender) => {
    const query = readQuestion(message);
    // A client that has gone is no error of the sandbox.
    if (query !== null) socket.send(encode(responseTo(query)), sender.port, sender.address, () => undefined);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  return {
    address: `${host}:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
