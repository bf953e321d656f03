import { releaseUploadLimits } from '@ve/contracts/http/releases/releases';
import { maxUploadMs } from '../http/uploads.ts';
import { type UploadReservation, UploadLimiter } from './upload-limiter.ts';

const busy = { code: 'service-unavailable', options: { retryAfterSeconds: 5 } };

/** An upload that is being read until `end` resolves. */
const reading = async (limiter: UploadLimiter, name: string) => {
  const end = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<UploadReservation>();
  const ended = limiter.take(name, async (reservation) => {
    begun.resolve(reservation);
    await end.promise;
    return name;
  });
  ended.catch((error: unknown) => begun.reject(error));
  return {
    reservation: begun.promise,
    end: () => {
      end.resolve(undefined);
      return ended;
    },
  };
};

it('reads one upload of a name at a time, in order, and those of other names concurrently', async () => {
  const limiter = new UploadLimiter();
  const order: string[] = [];
  const first = await reading(limiter, 'one');
  const behind = ['a', 'b', 'c'].map((name) => limiter.take('one', async () => order.push(name)));
  await expect(limiter.take('one', async () => 0)).rejects.toMatchObject(busy);
  expect(await limiter.take('other', async () => 'read')).toBe('read');
  expect(order).toEqual([]);
  await first.end();
  await Promise.all(behind);
  expect(order).toEqual(['a', 'b', 'c']);
});

it('continues after one that fails', async () => {
  const limiter = new UploadLimiter();
  const failing = limiter.take('one', () => Promise.reject(new Error('cut off')));
  const next = limiter.take('one', async () => 'read');
  await expect(failing).rejects.toThrow('cut off');
  expect(await next).toBe('read');
});

it('holds two of the largest in memory, counted by the bytes received, and abandons further ones', async () => {
  const limiter = new UploadLimiter();
  const [one, two, three] = [
    await reading(limiter, 'one'),
    await reading(limiter, 'two'),
    await reading(limiter, 'three'),
  ];
  expect((await one.reservation).hold(releaseUploadLimits.upload)).toBe(true);
  expect((await two.reservation).hold(releaseUploadLimits.upload - 1_000)).toBe(true);
  const reservation = await three.reservation;
  expect([reservation.hold(1_000), reservation.hold(1)]).toEqual([true, false]);
  await one.end();
  expect([reservation.hold(1), (await one.reservation).hold(1)]).toEqual([true, false]);
});

it('an upload must arrive at a third of a megabyte per second, and has less than two minutes', () => {
  expect(maxUploadMs(0)).toBe(5_000);
  expect(maxUploadMs(3_200_000)).toBe(15_000);
  expect(maxUploadMs(releaseUploadLimits.upload)).toBe(110_000);
});
