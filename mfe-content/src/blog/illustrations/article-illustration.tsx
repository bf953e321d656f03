import { CarIllustration } from '@ve/ui/car/car-illustration';
import { colour, media, radius } from '@ve/ui/theme/theme';
import { Fragment, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ArticleId } from '@ve/domain/messaging/articles';
import { illustrationAltTexts } from './labels.ts';
import { BlankPlateDrawing, RoadDrawing, RoundMarkDrawing, SheetDrawing } from './parts.tsx';

const Frame = styled.div`
  overflow: hidden;
  border: 1px solid ${colour('line')};
  border-radius: ${radius.card};
  background: ${colour('sunken')};
  svg {
    width: 100%;
    height: auto;
  }
  ${media.print} {
    max-width: 24rem;
    print-color-adjust: exact;
  }
`;

const ink = colour('text');
const strong = colour('line-strong');
const brand = colour('brand');

function ReportSheet() {
  const rows = ['pass', 'pass', 'warn', 'fail', 'unknown'] as const;
  return (
    <>
      <RoadDrawing y={288} />
      <SheetDrawing x={210} y={28} width={220} height={250} />
      <BlankPlateDrawing x={234} y={48} width={172} />
      {rows.map((mark, index) => {
        const y = 120 + index * 32;
        return (
          <Fragment key={mark + String(y)}>
            <RoundMarkDrawing x={246} y={y} mark={mark} />
            <path d={`M272 ${y}h${index % 2 === 0 ? 110 : 84}`} stroke={strong} strokeWidth="5" strokeLinecap="round" />
          </Fragment>
        );
      })}
      <g fill="none" stroke={ink} strokeWidth="8" strokeLinecap="round">
        <circle cx="462" cy="176" r="44" fill={colour('surface')} fillOpacity="0.35" />
        <path d="M494 208l42 44" />
      </g>
    </>
  );
}

function Viewing() {
  const spots: readonly (readonly [x: number, y: number, topX: number, topY: number])[] = [
    [200, 236, 130, 120],
    [276, 176, 250, 84],
    [392, 190, 400, 84],
    [476, 226, 530, 120],
  ];
  return (
    <>
      <RoadDrawing y={266} />
      <CarIllustration x={158} y={124} scale={1.58} behind="sunken" />
      {spots.map(([x, y, topX, topY], index) => (
        <g key={x}>
          <path d={`M${x} ${y}L${topX} ${topY}`} stroke={ink} strokeWidth="2" strokeDasharray="5 5" />
          <circle cx={x} cy={y} r="5" fill={colour('plate')} stroke={ink} strokeWidth="2" />
          <circle cx={topX} cy={topY} r="21" fill={colour('surface')} stroke={ink} strokeWidth="2" />
          {Array.from({ length: index + 1 }, (_, dot) => (
            <circle key={dot} cx={topX - index * 4.5 + dot * 9} cy={topY} r="3" fill={ink} />
          ))}
        </g>
      ))}
    </>
  );
}

function Mileage() {
  const honest = [
    [96, 236],
    [176, 206],
    [256, 178],
    [336, 146],
  ] as const;
  return (
    <>
      <path d="M64 48V262H588" fill="none" stroke={ink} strokeWidth="2" />
      {[206, 150, 94].map((y) => (
        <path key={y} d={`M64 ${y}H588`} stroke={colour('line')} strokeWidth="2" />
      ))}
      <path d="M96 236L176 206 256 178 336 146" fill="none" stroke={brand} strokeWidth="5" strokeLinejoin="round" />
      <path
        d="M336 146L416 214 496 186 560 164"
        fill="none"
        stroke={colour('fail')}
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path d="M336 146L416 116 496 86 560 62" fill="none" stroke={strong} strokeWidth="4" strokeDasharray="8 8" />
      {honest.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="8" fill={colour('surface')} stroke={brand} strokeWidth="4" />
      ))}
      <RoundMarkDrawing x={416} y={214} mark="fail" />
      <path
        d="M120 34l26 44H94z"
        fill={colour('surface')}
        stroke={colour('warn')}
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path d="M120 48v14M120 67v4" stroke={ink} strokeWidth="4" strokeLinecap="round" />
    </>
  );
}

function Tax() {
  const bars = [14, 22, 34, 46, 60, 78, 104, 134] as const;
  return (
    <>
      <RoadDrawing y={272} />
      <CarIllustration x={36} y={164} scale={1.2} behind="sunken" />
      {bars.map((height, index) => (
        <rect
          key={height}
          x={392 + index * 26}
          y={266 - height}
          width="18"
          height={height}
          rx="3"
          fill={index < 3 ? brand : index < 6 ? colour('plate') : colour('fail')}
        />
      ))}
      <SheetDrawing x={96} y={40} width={132} height={104} />
      <path d="M96 72h132" stroke={strong} strokeWidth="2" />
      <path d="M124 30v20M200 30v20" stroke={ink} strokeWidth="6" strokeLinecap="round" />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((day) => (
        <circle
          key={day}
          cx={120 + (day % 4) * 28}
          cy={92 + Math.floor(day / 4) * 28}
          r="7"
          fill={day === 0 ? colour('plate') : colour('line')}
          stroke={day === 0 ? ink : 'none'}
          strokeWidth="2"
        />
      ))}
    </>
  );
}

function Finance() {
  return (
    <>
      <RoadDrawing y={272} />
      <CarIllustration x={40} y={164} scale={1.2} behind="sunken" />
      <SheetDrawing x={430} y={92} width={150} height={174} />
      <path d="M452 124h106M452 148h82M452 172h98" stroke={strong} strokeWidth="5" strokeLinecap="round" />
      <path
        d="M452 236c14-22 22-22 24-6s14 10 20-6 16-6 22 4"
        fill="none"
        stroke={brand}
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="M358 236c20 16 50 10 66-16"
        fill="none"
        stroke={ink}
        strokeWidth="7"
        strokeDasharray="14 9"
        strokeLinecap="round"
      />
      <path d="M380 82v-22a28 28 0 0 0-56 0v22" fill="none" stroke={ink} strokeWidth="9" />
      <rect x="310" y="80" width="84" height="66" rx="9" fill={colour('plate')} stroke={ink} strokeWidth="2.5" />
      <path d="M352 104v18" stroke={colour('plate-ink')} strokeWidth="8" strokeLinecap="round" />
    </>
  );
}

const drawings: Record<ArticleId, () => ReactNode> = { 1: ReportSheet, 3: Viewing, 4: Mileage, 5: Tax, 6: Finance };

/** The article's picture. `decorative` where its title is next to it. */
export function ArticleIllustration({ id, decorative = false }: { id: ArticleId; decorative?: boolean }) {
  const Drawing = drawings[id];
  const named = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': illustrationAltTexts[id] };
  return (
    <Frame>
      <svg viewBox="0 0 640 320" focusable="false" {...named}>
        <Drawing />
      </svg>
    </Frame>
  );
}
