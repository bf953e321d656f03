import { releaseLimits } from '@ve/contracts/http/releases/releases';
import { uploadMs } from '../http/uploads.ts';
import { type UploadReservation, UploadLimiter } from './upload-limiter.ts';

const busy = { code: 'service-unavailable', options: { retryAfterSeconds: 5 } };

/** An upload that is being read until `end` resolves. */
const reading = async (turns: UploadLimiter, team: string) => {
  const end = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<UploadReservation>();
  const ended = turns.take(team, async (room) => {
    begun.resolve(room);
    await end.promise;
    return team;
  });
  ended.catch((error: unknown) => begun.reject(error));
  return {
    room: begun.promise,
    end: () => {
      end.resolve(undefined);
      return ended;
    },
  };
};

it('reads one upload of a team at a time, in order, and those of other teams concurrently', async () => {
  const turns = new UploadLimiter();
  const order: string[] = [];
  const first = await reading(turns, 'one');
  const behind = ['a', 'b', 'c'].map((name) => turns.take('one', async () => order.push(name)));
  await expect(turns.take('one', async () => 0)).rejects.toMatchObject(busy);
  expect(await turns.take('other', async () => 'read')).toBe('read');
  expect(order).toEqual([]);
  await first.end();
  await Promise.all(behind);
  expect(order).toEqual(['a', 'b', 'c']);
});

it('continues after one that fails', async () => {
  const turns = new UploadLimiter();
  const failing = turns.take('one', () => Promise.reject(new Error('cut off')));
  const next = turns.take('one', async () => 'read');
  await expect(failing).rejects.toThrow('cut off');
  expect(await next).toBe('read');
});

it('holds two of the largest in memory, counted by the bytes received, and abandons further ones', async () => {
  const turns = new UploadLimiter();
  const [one, two, three] = [await reading(turns, 'one'), await reading(turns, 'two'), await reading(turns, 'three')];
  expect((await one.room).hold(releaseLimits.upload)).toBe(true);
  expect((await two.room).hold(releaseLimits.upload - 1_000)).toBe(true);
  const room = await three.room;
  expect([room.hold(1_000), room.hold(1)]).toEqual([true, false]);
  await one.end();
  expect([room.hold(1), (await one.room).hold(1)]).toEqual([true, false]);
});

it('an upload must arrive at a third of a megabyte per second, and has less than two minutes', () => {
  expect(uploadMs(0)).toBe(5_000);
  expect(uploadMs(3_200_000)).toBe(15_000);
  expect(uploadMs(releaseLimits.upload)).toBe(110_000);
});
