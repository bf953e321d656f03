import { compareAskingPrice } from '@ve/domain/full-check/valuation';
import { positionOnValuationScale, valuationScale } from '@ve/domain/full-check/valuation-scale';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import { parsePounds } from '@ve/domain/kernel/money/parse-pounds';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { styled } from 'styled-components';
import { readAskingPrice, storeAskingPrice } from './asking-price-storage.ts';
import type { CompletedCheckProps } from './report-checks-props.ts';
import { ValuationBar } from './valuation-bar.tsx';
import { valuationMessages as labels } from './valuation-messages.en-gb.ts';

const Typed = styled.div`
  max-width: 16rem;
  ${media.print} {
    display: none;
  }
`;

const Places = styled.ul`
  display: grid;
  gap: ${space[8]};
`;

const Place = styled.li`
  display: grid;
  justify-items: start;
  gap: ${space[4]};
`;

/** A price below or above the range is no verdict, only a position. */
const tones: Record<'below' | 'within' | 'above', StatusTone> = { below: 'info', within: 'pass', above: 'warn' };

export interface AskingPriceProps {
  registration: string;
  section: CompletedCheckProps['fullCheck']['valuation'];
}

/** The asking price, typed or placed on the bar from trade to forecourt, and where it lies. */
export function AskingPrice({ registration, section }: AskingPriceProps) {
  const [typed, setTyped] = useState(() => readAskingPrice(registration));
  const [left, setLeft] = useState(false);
  const parsed = parsePounds(typed);
  const scale = valuationScale(section);
  const compared = parsed.ok ? compareAskingPrice(parsed.pence, section) : null;
  const isWrong = !parsed.ok && parsed.reason !== 'blank' && left;
  const type = (text: string) => {
    setTyped(text);
    storeAskingPrice(registration, text);
  };
  return (
    <Stack $gap={12}>
      <Typed>
        <TextField
          label={labels.asking}
          hint={labels.hint}
          inputMode="decimal"
          autoComplete="off"
          error={isWrong ? parsed.message : undefined}
          value={typed}
          onBlur={() => setLeft(true)}
          onChange={({ target }) => type(target.value)}
        />
      </Typed>
      {scale === null ? null : (
        <ValuationBar
          scale={scale}
          pence={parsed.ok ? parsed.pence : null}
          onPlace={(pence) => type(formatPounds(pence))}
        />
      )}
      <div role="status">
        {compared === null || !parsed.ok ? null : (
          <Stack $gap={8}>
            <strong>{labels.compared(compared.asking)}</strong>
            {scale === null ? null : <Text>{positionOnValuationScale(parsed.pence, scale)}</Text>}
            <Places className="places">
              {compared.places.map(({ range, side, text }) => (
                <Place key={range}>
                  <StatusBadge tone={tones[side]}>{labels.kinds[range]}</StatusBadge>
                  <span>{text}</span>
                </Place>
              ))}
            </Places>
            {compared.note === null ? null : <MutedText>{compared.note}</MutedText>}
          </Stack>
        )}
      </div>
    </Stack>
  );
}
