import type { BodyShape } from '@ve/domain/vehicle/picture/body-shape';
import { colour, media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { type VehicleBodySilhouettePaths, silhouettePathsByVehicleBody } from './shapes.ts';

const Drawing = styled.svg`
  display: block;
  width: 100%;
  max-width: 26rem;
  height: auto;
  ${media.print} {
    max-width: 12rem;
    print-color-adjust: exact;
  }
`;

/** An edge around every part, so that white is visible in print and black in the dark theme. */
const edge = { stroke: colour('line-strong'), strokeWidth: 2, strokeLinejoin: 'round' } as const;

function Wheel({ x, y, radius }: { x: number; y: number; radius: number }) {
  return (
    <>
      <circle cx={x} cy={y} r={radius} fill="#1b1b1b" {...edge} />
      <circle cx={x} cy={y} r={radius * 0.5} fill={colour('sunken')} {...edge} />
    </>
  );
}

function CarBody({ shape: { body, windows, wheels }, paint }: { shape: VehicleBodySilhouettePaths; paint: string }) {
  const { front, rear, y, radius } = wheels;
  return (
    <>
      <path d={body} fill={paint} {...edge} />
      <path d={windows} fill={colour('sunken')} {...edge} />
      <Wheel x={front} y={y} radius={radius} />
      <Wheel x={rear} y={y} radius={radius} />
    </>
  );
}

function Motorcycle({ paint }: { paint: string }) {
  return (
    <>
      <Wheel x={86} y={90} radius={31} />
      <Wheel x={236} y={90} radius={31} />
      <path d="M86 90l26-54-20-8M236 90l-46-14" fill="none" {...edge} strokeWidth={6} strokeLinecap="round" />
      <path d="M116 60c10-18 34-22 56-16l28 8 44-8c8 0 9 8 2 11l-42 15-14 26h-50l-20-22Z" fill={paint} {...edge} />
      <circle cx={106} cy={46} r={8} fill={colour('sunken')} {...edge} />
    </>
  );
}

/**
 * A drawing of a body in its colour; without a colour only its outline. Uses attributes, because the
 * Content-Security-Policy forbids styles.
 */
export function VehicleBodySilhouette({
  shape,
  fill,
  label,
}: {
  shape: BodyShape;
  fill: string | null;
  label: string;
}) {
  const paint = fill ?? 'none';
  return (
    <Drawing viewBox="0 0 320 132" role="img" aria-label={label}>
      <path d="M4 122h312" fill="none" stroke={colour('line')} strokeWidth="2" />
      {shape === 'motorcycle' ? (
        <Motorcycle paint={paint} />
      ) : (
        <CarBody shape={silhouettePathsByVehicleBody[shape]} paint={paint} />
      )}
    </Drawing>
  );
}
