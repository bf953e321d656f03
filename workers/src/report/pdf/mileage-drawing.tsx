import { Circle, Line, Polyline, Rect, Svg, Text, View } from '@react-pdf/renderer';
import type { PdfReading } from '@ve/domain/report/pdf/pdf-content';
import { daysBetween } from '@ve/domain/kernel/time/london-date';
import { pdfFontFamilies } from './pdf-fonts.ts';
import { pdfColours } from './pdf-theme.ts';

const [width, height] = [523, 96];
const plot = { left: 34, right: width - 8, top: 6, bottom: height - 14 };

/** Returns a step of 1, 2 or 5 times a power of ten that gives at most five marks up to the maximum. */
function stepOf(maxMiles: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, maxMiles / 4)));
  return ([1, 2, 5].find((factor) => factor * power * 4 >= maxMiles) ?? 10) * power;
}

/** A chart of the readings over time; anomalous ones are squares. Draws nothing for fewer than two. */
export function MileageDrawing({ readings }: { readings: readonly PdfReading[] }) {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || readings.length < 2) return null;
  const maxMiles = Math.max(1_000, ...readings.map(({ miles }) => miles));
  const step = stepOf(maxMiles);
  const top = Math.ceil(maxMiles / step) * step;
  const span = Math.max(1, daysBetween(first.day, last.day));
  const across = (day: string) => plot.left + (daysBetween(first.day, day) / span) * (plot.right - plot.left);
  const up = (miles: number) => plot.bottom - (miles / top) * (plot.bottom - plot.top);
  const marks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const text = { fontFamily: pdfFontFamilies.text, fontSize: 7, fill: pdfColours.muted };
  return (
    <View style={{ marginTop: 4 }} wrap={false}>
      <Svg width={width} height={height}>
        {marks.map((miles) => (
          <Line
            key={miles}
            x1={plot.left}
            x2={plot.right}
            y1={up(miles)}
            y2={up(miles)}
            stroke={pdfColours.line}
            strokeWidth={0.6}
          />
        ))}
        {marks.map((miles) => (
          <Text key={miles} x={plot.left - 4} y={up(miles) + 2.5} textAnchor="end" style={text}>
            {miles.toLocaleString('en-GB')}
          </Text>
        ))}
        <Text x={plot.left} y={height - 3} style={text}>
          {first.day.slice(0, 4)}
        </Text>
        <Text x={plot.right} y={height - 3} textAnchor="end" style={text}>
          {last.day.slice(0, 4)}
        </Text>
        <Polyline
          points={readings.map(({ day, miles }) => `${across(day).toFixed(1)},${up(miles).toFixed(1)}`).join(' ')}
          stroke={pdfColours.brand}
          strokeWidth={1.4}
          fill="none"
        />
        {readings.map(({ day, miles, isFlagged }, index) =>
          isFlagged ? (
            <Rect key={index} x={across(day) - 3} y={up(miles) - 3} width={6} height={6} fill={pdfColours.fail} />
          ) : (
            <Circle key={index} cx={across(day)} cy={up(miles)} r={2} fill={pdfColours.brand} />
          ),
        )}
      </Svg>
    </View>
  );
}
