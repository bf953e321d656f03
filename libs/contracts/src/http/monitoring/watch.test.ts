import { expect, test } from '@jest/globals';
import { isKnownWatchEvent, listWatchEventsEndpoint, listWatchMessagesEndpoint } from './watch.ts';

const id = 'b3c1f0de-0f0a-4b7e-8f6a-2d1c3b4a5e6f';
const event = { id, registration: 'AB12CDE', at: '2026-11-22T10:00:00.000Z' };
const petrol = { kind: 'petrol', fuel: 'E10', pencePerLitreTenths: 1_359, station: 'A1', milesTenths: 12 };

test('an event of an unknown kind does not invalidate the list or its other events', () => {
  const events = [petrol, { kind: 'of-a-later-release', more: 1 }].map((facts) => ({ ...event, facts }));
  const read = listWatchEventsEndpoint.answers[200].parse({ events, next: null });
  expect(read.events.map(({ facts }) => facts)).toEqual([petrol, { kind: 'of-a-later-release' }]);
  expect(read.events.filter(isKnownWatchEvent).map(({ facts }) => facts)).toEqual([petrol]);
});

test('an event of a known kind has its facts', () => {
  const events = [{ ...event, facts: { kind: 'petrol' } }];
  expect(listWatchEventsEndpoint.answers[200].safeParse({ events, next: null }).success).toBe(false);
});

test('a message about an event of an unknown kind does not invalidate the list', () => {
  const about = { what: 'alert', kind: 'of-a-later-release' };
  const message = { ...event, about, channel: 'email', state: 'sent', why: null };
  expect(listWatchMessagesEndpoint.answers[200].parse({ messages: [message], next: null }).messages).toEqual([message]);
});
