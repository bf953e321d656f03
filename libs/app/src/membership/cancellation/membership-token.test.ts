import { describe, expect, it } from '@jest/globals';
import { idOfSignedToken } from '../../kernel/signed-id.ts';
import { isMembershipLinkToken, membershipLinkToken } from './membership-token.ts';

const key = 'k'.repeat(64);
const membership = { id: '0f8fad5b-d9cb-469f-a165-70867728950e', stripeSubscriptionId: 'sub_1' };
const token = membershipLinkToken(membership, key);

describe('the token of a cancel link', () => {
  it('names the membership', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(idOfSignedToken(token)).toBe(membership.id);
    expect(isMembershipLinkToken(token, membership, key)).toBe(true);
  });

  it('stays the same in every release, so that links in sent mails keep working', () => {
    expect(token).toBe('D4-tW9nLRp-hZXCGdyiVDqOiqjKu4-51-eUk19iJbAM');
  });

  it('is invalid for a restarted membership and for another membership', () => {
    expect(isMembershipLinkToken(token, { ...membership, stripeSubscriptionId: 'sub_2' }, key)).toBe(false);
    const other = { ...membership, id: '0f8fad5b-d9cb-469f-a165-70867728950f' };
    expect(isMembershipLinkToken(token, other, key)).toBe(false);
  });

  it('cannot be forged or altered without the key', () => {
    expect(isMembershipLinkToken(token, membership, 'x'.repeat(64))).toBe(false);
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const changed = `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
      expect(isMembershipLinkToken(changed, membership, key)).toBe(false);
    }
  });

  it.each(['', 'x', token.slice(1), `${token}A`, '='.repeat(43), 'a'.repeat(44), '\u0000'.repeat(43)])(
    'rejects %j as a token',
    (text) => {
      expect(idOfSignedToken(text)).toBeNull();
      expect(isMembershipLinkToken(text, membership, key)).toBe(false);
    },
  );
});
