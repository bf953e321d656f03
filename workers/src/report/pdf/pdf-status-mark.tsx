import { G, Path, Svg, Text, View } from '@react-pdf/renderer';
import type { DatumTone } from '@ve/domain/vehicle/facts/state-labels';
import { pdfFontSizes, pdfToneColours } from './pdf-theme.ts';

const ring =
  'M12 1.5 C17.8 1.5 22.5 6.2 22.5 12 C22.5 17.8 17.8 22.5 12 22.5 C6.2 22.5 1.5 17.8 1.5 12 C1.5 6.2 6.2 1.5 12 1.5 Z';

/** A shape for each tone, so that tones differ not only in colour. */
const shapes: Record<DatumTone, string[]> = {
  pass: ['M4 12.5 L9.5 18 L20 6.5'],
  warn: ['M12 3 L22 20.5 L2 20.5 Z', 'M12 10 L12 14.5', 'M12 17.4 L12 17.6'],
  fail: ['M5 5 L19 19', 'M19 5 L5 19'],
  info: [ring, 'M12 11 L12 17.5', 'M12 6.6 L12 7'],
  unknown: [ring, 'M9 9.5 C9 5.5 15.5 5.5 15 9.5 C15 12 12 11.5 12 14', 'M12 17.3 L12 17.7'],
};

/** Drawn without a view box: when a page break leaves a mark no height, scaling would divide by zero. */
export function PdfStatusMark({ tone, side = pdfFontSizes.text }: { tone: DatumTone; side?: number }) {
  return (
    <Svg style={{ width: side, height: side, flexShrink: 0 }}>
      <G transform={`scale(${String(side / 24)})`}>
        {shapes[tone].map((path) => (
          <Path
            key={path}
            d={path}
            stroke={pdfToneColours[tone].ink}
            strokeWidth={2.4}
            strokeLinecap="round"
            fill="none"
          />
        ))}
      </G>
    </Svg>
  );
}

export function PdfTextWithStatusMark({ tone, children }: { tone: DatumTone; children: string }) {
  return (
    <View style={{ flexDirection: 'row', gap: 4 }} wrap={false}>
      <View style={{ paddingTop: 1.5 }}>
        <PdfStatusMark tone={tone} />
      </View>
      <Text style={{ flex: 1, color: pdfToneColours[tone].ink, fontWeight: 700 }}>{children}</Text>
    </View>
  );
}
