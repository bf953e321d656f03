import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A server that answers INFO with these fields, and every other command with OK, or all with an error. */
export const startFakeRedis = async (answer: { info: Record<string, string> } | { error: string }) => {
  const text = 'info' in answer ? Object.entries(answer.info).map(([name, value]) => `${name}:${value}`) : [];
  const body = `${text.join('\r\n')}\r\n`;
  const reply = (command: string): string => {
    if ('error' in answer) return `-${answer.error}\r\n`;
    return command === 'INFO' ? `$${Buffer.byteLength(body)}\r\n${body}\r\n` : '+OK\r\n';
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      // Each command is a list whose first text is its name.
      for (const [, name = ''] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        socket.write(reply(name.toUpperCase()));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
};
