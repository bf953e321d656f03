import type { BodyShape } from '@ve/domain/vehicle/picture/body-shape';

/** A body from the side, its front to the left, on a ground of y = 122 in a box of 320 by 132. */
export interface VehicleBodySilhouettePaths {
  body: string;
  windows: string;
  wheels: { front: number; rear: number; y: number; radius: number };
}

const wheels = { front: 78, rear: 250, y: 100, radius: 21 };
const tall = { ...wheels, y: 98, radius: 23 };
/** The sill with the wheel arches, from the rear to the front. */
const sill = (front: number) => `H276a26 26 0 0 0-52 0H104a26 26 0 0 0-52 0H${front}Z`;

export const silhouettePathsByVehicleBody: Record<Exclude<BodyShape, 'motorcycle'>, VehicleBodySilhouettePaths> = {
  hatchback: {
    body: `M18 100c-2-14 2-21 16-25l44-9c18-19 38-31 70-31h62c26 0 44 8 60 30l14 5c12 4 16 14 14 30${sill(18)}`,
    windows: 'M90 66c14-14 30-24 52-25v25ZM150 41h58c18 1 32 8 44 25H150Z',
    wheels,
  },
  saloon: {
    body: `M14 100c-2-14 2-21 16-25l46-8c20-19 42-30 70-30h36c26 0 44 10 62 29l40 6c12 3 16 12 14 28${sill(14)}`,
    windows: 'M88 67c16-14 32-23 52-24v24ZM148 43h32c20 1 34 9 48 24h-80Z',
    wheels,
  },
  estate: {
    body: `M14 100c-2-14 2-21 16-25l46-9c18-19 40-31 70-31h104c18 0 30 2 38 30l8 6c6 6 6 16 4 29${sill(14)}`,
    windows: 'M88 66c14-14 30-24 50-25v25ZM146 41h54v25h-54ZM208 41h42c10 0 18 2 24 25h-66Z',
    wheels,
  },
  suv: {
    body: `M14 98c-2-18 0-30 14-34l46-8c14-20 36-34 66-34h112c18 0 30 4 36 34l8 6c6 6 6 22 4 36${sill(14)}`,
    windows: 'M84 56c12-15 28-27 48-28v28ZM140 28h56v28h-56ZM204 28h46c10 0 18 4 24 28h-70Z',
    wheels: tall,
  },
  mpv: {
    body: `M14 100c-2-16 2-24 14-29l36-11c18-20 40-34 74-34h104c24 0 38 8 46 34l8 6c6 8 6 20 4 34${sill(14)}`,
    windows: 'M78 60c14-15 30-27 52-28v28ZM138 32h50v28h-50ZM196 32h46c16 0 26 6 32 28h-78Z',
    wheels,
  },
  coupe: {
    body: `M14 100c-2-14 2-20 18-24l50-9c20-16 44-27 72-27h24c32 0 58 12 82 27l26 6c12 4 16 12 14 27${sill(14)}`,
    windows: 'M96 67c18-12 38-20 60-21h20c22 1 42 9 60 21Z',
    wheels,
  },
  convertible: {
    body: `M14 100c-2-14 2-20 18-24l52-8h150l50 5c12 3 16 11 14 27${sill(14)}`,
    windows: 'M98 68l28-24h7l-13 24ZM150 68c0-9 4-13 11-13s11 5 11 13ZM196 68c0-9 4-13 11-13s11 5 11 13Z',
    wheels,
  },
  pickup: {
    body: `M14 98c-2-18 0-28 12-32l44-8c14-20 32-32 60-32h40c10 0 14 4 16 12l4 22h104c6 0 6 4 6 8v30${sill(14)}`,
    windows: 'M82 58c12-14 26-25 44-26v26ZM134 32h34c6 0 8 2 10 8l4 18h-48Z',
    wheels: tall,
  },
  van: {
    body: `M14 100c-2-18 0-30 8-36l30-8c12-18 26-36 50-36h178c14 0 20 6 20 18v62${sill(14)}`,
    windows: 'M62 56c10-14 20-28 38-29h14v29Z',
    wheels,
  },
};
