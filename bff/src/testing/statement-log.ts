import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The text of a simple query or of the parse of an extended one; null for any other message of a client. */
function statementOf(type: string, body: Buffer): string | null {
  const [first = '', second = ''] = body.toString().split('\0', 2);
  if (type === 'Q') return first;
  return type === 'P' ? second : null;
}

/** Queries that a process makes on its own: the time, the releases, whether the connection is alive. */
export const isBackgroundStatement = (statement: string): boolean =>
  /clock_timestamp|releases|^\s*(select 1|listen\b)/i.test(statement);

/** Starts a proxy to Postgres that records every statement, in order. */
export async function openSqlStatementLog(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket.on('error', () => undefined));
      socket.once('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    let unread = Buffer.alloc(0);
    let greeted = false;
    client.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (;;) {
        // The first message of a connection has no type.
        const start = greeted ? 1 : 0;
        if (unread.length < start + 4) break;
        const end = start + unread.readInt32BE(start);
        if (unread.length < end) break;
        const statement = greeted ? statementOf(String.fromCharCode(unread[0] ?? 0), unread.subarray(5, end)) : null;
        if (statement !== null) statements.push(statement);
        greeted = true;
        unread = unread.subarray(end);
      }
    });
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url: url.href,
    /** The statements since the last call. */
    take: (): string[] => statements.splice(0),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
