import { describe, expect, it } from '@jest/globals';
import { optionalMailStreams } from '@ve/contracts/mails';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts';

const key = 'k'.repeat(64);
const userId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const token = unsubscribeToken({ userId, stream: 'reminder' }, key);

describe('the token of an unsubscribe link', () => {
  it.each(optionalMailStreams)('names the user and the stream %s', (stream) => {
    const own = unsubscribeToken({ userId, stream }, key);
    expect(own).toMatch(/^[A-Za-z0-9_-]{44}$/);
    expect(readUnsubscribeToken(own, key)).toEqual({ userId, stream });
  });

  it('stays the same in every release, so that links in sent mails keep working', () => {
    expect(token).toBe('D4-tW9nLRp-hZXCGdyiVDnKAQ_3PROaxXeIriGt2rfCK');
  });

  it('cannot be forged or altered without the key', () => {
    expect(readUnsubscribeToken(token, 'x'.repeat(64))).toBeNull();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      expect(readUnsubscribeToken(`${token.slice(0, index)}${other}${token.slice(index + 1)}`, key)).toBeNull();
    }
  });

  it.each(['', 'x', token.slice(1), `${token}A`, '='.repeat(44), 'a'.repeat(43), '\u0000'.repeat(44)])(
    'rejects %j as a token',
    (text) => {
      expect(readUnsubscribeToken(text, key)).toBeNull();
    },
  );
});
