import { StyleSheet, Text, View } from '@react-pdf/renderer';
import type { PdfFact } from '@ve/domain/report/pdf/pdf-content';
import { Children, type ReactNode } from 'react';
import { pdfFontFamilies } from './pdf-fonts.ts';
import { pdfColours, pdfFontSizes } from './pdf-theme.ts';
import { PdfTextWithStatusMark } from './pdf-status-mark.tsx';

const styles = StyleSheet.create({
  heading: { fontSize: pdfFontSizes.heading, fontWeight: 700, lineHeight: 1.25, marginBottom: 3 },
  section: { marginTop: 9, paddingTop: 6, borderTopWidth: 0.8, borderTopColor: pdfColours.line },
  muted: { color: pdfColours.muted, fontSize: pdfFontSizes.small, lineHeight: 1.3 },
  row: { flexDirection: 'row', gap: 14, marginBottom: 3.5 },
  cell: { flexDirection: 'row', gap: 8 },
  label: { color: pdfColours.muted },
  plate: {
    alignSelf: 'flex-start',
    flexDirection: 'row',
    backgroundColor: pdfColours.plate,
    borderWidth: 1,
    borderColor: pdfColours.plateInk,
    borderRadius: 4,
    overflow: 'hidden',
  },
  plateText: {
    fontFamily: pdfFontFamilies.plate,
    fontWeight: 600,
    fontSize: 26,
    lineHeight: 1,
    color: pdfColours.plateInk,
    paddingHorizontal: 9,
    paddingTop: 1,
    paddingBottom: 6,
  },
  flash: { width: 8, backgroundColor: pdfColours.plateGreen },
});

/** The registration as a plate, with the green flash of a zero-emission vehicle. */
export function PdfPlate({ plate, zeroEmission }: { plate: string; zeroEmission: boolean }) {
  return (
    <View style={styles.plate}>
      {zeroEmission ? <View style={styles.flash} /> : null}
      <Text style={styles.plateText}>{plate}</Text>
    </View>
  );
}

/** A section of the PDF; its heading stays on the page of its first line. */
export function PdfSection({ title, children }: { title: string; children: ReactNode }) {
  const [first, ...rest] = Children.toArray(children);
  return (
    <View style={styles.section}>
      <View wrap={false}>
        <Text style={styles.heading}>{title}</Text>
        {first}
      </View>
      {rest}
    </View>
  );
}

export const PdfMutedText = ({ children }: { children: ReactNode }) => <Text style={styles.muted}>{children}</Text>;

/** Arranges cells in columns, row by row, so that no row is split between pages. */
export function arrangeInColumns(count: number, all: readonly ReactNode[]): ReactNode[] {
  const rows = Array.from({ length: Math.ceil(all.length / count) }, (_, row) =>
    Array.from({ length: count }, (_each, column) => all[row * count + column] ?? null),
  );
  return rows.map((cells, row) => (
    <View key={row} style={styles.row} wrap={false}>
      {cells.map((cell, column) => (
        <View key={column} style={{ flex: 1 }}>
          {cell}
        </View>
      ))}
    </View>
  ));
}

export function PdfLabelledRow({
  label,
  labelWidth = '38%',
  children,
}: {
  label: string;
  labelWidth?: string;
  children: ReactNode;
}) {
  return (
    <View style={styles.cell}>
      <Text style={[styles.label, { width: labelWidth }]}>{label}</Text>
      <View style={{ flex: 1 }}>{children}</View>
    </View>
  );
}

/** A fact with its mark, its details, and its source and date. */
export function PdfFactCell({ fact, labelWidth = '38%' }: { fact: PdfFact; labelWidth?: string }) {
  const { label, value, tone, details, by } = fact;
  return (
    <PdfLabelledRow label={label} labelWidth={labelWidth}>
      <PdfTextWithStatusMark tone={tone}>{value}</PdfTextWithStatusMark>
      {details.map((line, index) => (
        <Text key={index}>{line}</Text>
      ))}
      {by === null ? null : <PdfMutedText>{by}</PdfMutedText>}
    </PdfLabelledRow>
  );
}
