import { StyleSheet, Text, View } from '@react-pdf/renderer';
import type { PdfFact } from '@ve/domain/report/pdf/pdf-content';
import { Children, type ReactNode } from 'react';
import { fontFamilies } from './pdf-fonts.ts';
import { ink, fontSizes } from './pdf-theme.ts';
import { Status } from './status-mark.tsx';

const styles = StyleSheet.create({
  heading: { fontSize: fontSizes.heading, fontWeight: 700, lineHeight: 1.25, marginBottom: 3 },
  section: { marginTop: 9, paddingTop: 6, borderTopWidth: 0.8, borderTopColor: ink.line },
  muted: { color: ink.muted, fontSize: fontSizes.small, lineHeight: 1.3 },
  row: { flexDirection: 'row', gap: 14, marginBottom: 3.5 },
  cell: { flexDirection: 'row', gap: 8 },
  label: { color: ink.muted },
  plate: {
    alignSelf: 'flex-start',
    flexDirection: 'row',
    backgroundColor: ink.plate,
    borderWidth: 1,
    borderColor: ink.plateInk,
    borderRadius: 4,
    overflow: 'hidden',
  },
  plateText: {
    fontFamily: fontFamilies.plate,
    fontWeight: 600,
    fontSize: 26,
    lineHeight: 1,
    color: ink.plateInk,
    paddingHorizontal: 9,
    paddingTop: 1,
    paddingBottom: 6,
  },
  flash: { width: 8, backgroundColor: ink.plateGreen },
});

/** The registration as a plate, with the green flash of a zero-emission vehicle. */
export function PlateMark({ plate, zeroEmission }: { plate: string; zeroEmission: boolean }) {
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

export const Muted = ({ children }: { children: ReactNode }) => <Text style={styles.muted}>{children}</Text>;

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

export function LabelledRow({
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
export function FactCell({ fact, labelWidth = '38%' }: { fact: PdfFact; labelWidth?: string }) {
  const { label, value, tone, details, by } = fact;
  return (
    <LabelledRow label={label} labelWidth={labelWidth}>
      <Status tone={tone}>{value}</Status>
      {details.map((line, index) => (
        <Text key={index}>{line}</Text>
      ))}
      {by === null ? null : <Muted>{by}</Muted>}
    </LabelledRow>
  );
}
