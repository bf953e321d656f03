/** A record that a name has (RFC 1035). */
export type DnsRecord = { type: 'TXT'; text: string } | { type: 'MX'; priority: number; exchange: string };

export interface DnsQuestion {
  id: number;
  name: string;
  /** Null for a type that the sandbox does not know. */
  type: DnsRecord['type'] | null;
  /** The question as it was sent, which a response repeats. */
  raw: Buffer;
}

const headerBytes = 12;
const typeNumbers = { MX: 15, TXT: 16 } as const;
const ttlSeconds = 60;
const maxStringBytes = 255;

/** Reads a query with one question; null for what is no such query. */
export function readDnsQuestion(message: Buffer): DnsQuestion | null {
  const isQuery = message.length > headerBytes && ((message[2] ?? 0) & 0x80) === 0 && message.readUInt16BE(4) === 1;
  if (!isQuery) return null;
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    if (length > 63 || at + length >= message.length) return null;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (message.length < at + 5) return null;
  const number = message.readUInt16BE(at + 1);
  const type = number === typeNumbers.MX ? 'MX' : number === typeNumbers.TXT ? 'TXT' : null;
  const raw = message.subarray(headerBytes, at + 5);
  return { id: message.readUInt16BE(0), name: labels.join('.').toLowerCase(), type, raw };
}

const numberOf = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

const stringOf = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);

const nameOf = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map(stringOf),
    Buffer.from([0]),
  ]);

/** A long text is sent as several strings, which the reader joins. */
const textOf = (text: string): Buffer => {
  const parts = text.match(new RegExp(`.{1,${maxStringBytes}}`, 'gs')) ?? [''];
  return Buffer.concat(parts.map(stringOf));
};

const answerOf = (record: DnsRecord): Buffer => {
  const data =
    record.type === 'TXT'
      ? textOf(record.text)
      : Buffer.concat([numberOf(record.priority, 2), nameOf(record.exchange)]);
  // The name is a pointer to the one in the question.
  const pointer = numberOf(0xc0_00 + headerBytes, 2);
  const [type, internet] = [numberOf(typeNumbers[record.type], 2), numberOf(1, 2)];
  return Buffer.concat([pointer, type, internet, numberOf(ttlSeconds, 4), numberOf(data.length, 2), data]);
};

/** The response with these records. `known`: whether the name has records of any type. */
export function dnsResponse({ id, raw }: DnsQuestion, records: readonly DnsRecord[], known: boolean): Buffer {
  const noSuchName = 3;
  const flags = 0x84_00 + (known ? 0 : noSuchName);
  const counts = [flags, 1, records.length, 0, 0].map((value) => numberOf(value, 2));
  return Buffer.concat([numberOf(id, 2), ...counts, raw, ...records.map(answerOf)]);
}
