import { shareOnValuationScale, type ValuationScale } from '@ve/domain/full-check/valuation-scale';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import { MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import { useId } from 'react';
import { css, styled } from 'styled-components';
import { valuationMessages as labels } from './valuation-messages.en-gb.ts';

/** The thumb's width; the range input keeps the thumb within its own box, so the bar is inset by half of it. */
const thumb = '1.5rem';

const Track = styled.div`
  position: relative;
  height: ${target};
`;

const Bar = styled.div`
  position: absolute;
  inset: 0 calc(${thumb} / 2);
  print-color-adjust: exact;
  &::before {
    content: '';
    position: absolute;
    inset: calc(50% - 1px) 0;
    height: 2px;
    background: ${colour('line-strong')};
  }
`;

/** The kinds differ by shade and height as well as by their place and name. */
const shades = {
  trade: css`
    height: 0.625rem;
    background: ${colour('line-strong')};
  `,
  private: css`
    height: 0.875rem;
    background: ${colour('brand')};
  `,
  dealer: css`
    height: 1.125rem;
    background: ${colour('text')};
  `,
} as const;

const Segment = styled.span<{ $kind: keyof typeof shades }>`
  position: absolute;
  top: 50%;
  min-width: 4px;
  border-radius: 2px;
  transform: translateY(-50%);
  ${({ $kind }) => shades[$kind]}
  ${media.forced} {
    background: CanvasText;
    forced-color-adjust: none;
  }
`;

const thumbStyle = css<{ $isPlaced: boolean }>`
  box-sizing: border-box;
  width: ${thumb};
  height: 2.25rem;
  border: 2px ${({ $isPlaced }) => ($isPlaced ? 'solid' : 'dashed')} ${colour('plate-ink')};
  border-radius: 5px;
  background: ${({ $isPlaced }) => ($isPlaced ? colour('plate') : colour('surface'))};
  box-shadow: 0 0 0 2px ${colour('surface')};
  cursor: grab;
`;

const Slider = styled.input<{ $isPlaced: boolean }>`
  position: absolute;
  inset: 0;
  appearance: none;
  width: 100%;
  height: 100%;
  margin: 0;
  background: none;
  &::-webkit-slider-thumb {
    appearance: none;
    ${thumbStyle}
  }
  &::-moz-range-thumb {
    ${thumbStyle}
  }
  ${media.print} {
    ${({ $isPlaced }) => ($isPlaced ? null : 'display: none;')}
  }
`;

const Key = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
  gap: ${space[4]} ${space[16]};
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  li {
    display: grid;
    grid-template-columns: 1.25rem 1fr;
    column-gap: ${space[8]};
    align-items: center;
  }
  small {
    grid-column: 2;
    color: ${colour('muted')};
    font-size: inherit;
  }
`;

const Swatch = styled.span<{ $kind: keyof typeof shades }>`
  border-radius: 2px;
  ${({ $kind }) => shades[$kind]}
  ${media.forced} {
    background: CanvasText;
    forced-color-adjust: none;
  }
`;

/** In pence: one press of an arrow key. Page Up and Page Down take ten. */
const step = 5_000;

export interface ValuationBarProps {
  scale: ValuationScale;
  /** The asking price in pence; null while there is none. */
  pence: number | null;
  onPlace: (pence: number) => void;
}

/** The bar from trade to forecourt, with a marker for the asking price: a native range input with its keys. */
export function ValuationBar({ scale, pence, onPlace }: ValuationBarProps) {
  const hint = useId();
  const { low, high, ranges } = scale;
  const percent = (price: number) => shareOnValuationScale(price, scale) * 100;
  const text =
    pence === null
      ? labels.notPlaced
      : pence < low || pence > high
        ? labels.beyond(formatPounds(pence), pence < low ? 'below' : 'above')
        : formatPounds(pence);
  // Whole steps of the scale, so that the marker of a typed price lies exactly where the bar has it.
  const place = (price: number) => onPlace(Math.min(high, Math.max(low, Math.round(price / step) * step)));
  return (
    <div className="valuation-bar">
      <Track>
        <Bar aria-hidden="true">
          {ranges.map((range) => (
            <Segment
              key={range.kind}
              $kind={range.kind}
              style={{
                left: `${percent(range.low).toFixed(2)}%`,
                width: `${(percent(range.high) - percent(range.low)).toFixed(2)}%`,
              }}
            />
          ))}
        </Bar>
        <Slider
          type="range"
          $isPlaced={pence !== null}
          min={low}
          max={high}
          step={1}
          value={Math.min(high, Math.max(low, pence ?? (low + high) / 2))}
          aria-label={labels.place}
          aria-valuetext={text}
          aria-describedby={hint}
          onKeyDown={(event) => {
            const by = keySteps[event.key];
            if (by === undefined) return;
            event.preventDefault();
            place((pence ?? (low + high) / 2) + by * step);
          }}
          onChange={({ target: { value } }) => place(Number(value))}
        />
      </Track>
      <Key>
        {ranges.map((range) => (
          <li key={range.kind}>
            <Swatch $kind={range.kind} aria-hidden="true" />
            <span>{labels.kinds[range.kind]}</span>
            <small>{labels.range(formatPounds(range.low), formatPounds(range.high))}</small>
          </li>
        ))}
      </Key>
      <MutedText id={hint} data-screen="">
        {labels.placeHint}
      </MutedText>
    </div>
  );
}

/** Home and End keep the browser's own action. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};
