import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends one command to Redis and waits for its reply; for commands that the queue client does not offer. */
export const sendRedisCommand = async (url: string, ...command: string[]): Promise<void> => {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  const commands = [...(password ? [['AUTH', decodeURIComponent(password)]] : []), command];
  for (const command of commands) {
    const parts = command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('');
    socket.write(`*${command.length}\r\n${parts}`);
  }
  let answer = '';
  while (answer.split('\r\n').length <= commands.length) answer += String((await once(socket, 'data'))[0]);
  socket.destroy();
  if (answer.includes('\r\n-') || answer.startsWith('-')) throw new Error(`Redis refused: ${answer}`);
};
