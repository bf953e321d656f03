import { Document, Link, Page, StyleSheet, Text, View } from '@react-pdf/renderer';
import type { PdfFullCheckDetails, PdfFact, PdfMotTest, ReportPdfContent } from '@ve/domain/report/pdf/pdf-content';
import { reportPdfTitle } from '@ve/domain/report/pdf-labels';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { MileageDrawing } from './mileage-drawing.tsx';
import { pdfFontFamilies } from './pdf-fonts.ts';
import { PdfFactCell, arrangeInColumns, PdfLabelledRow, PdfMutedText, PdfSection, PdfPlate } from './pdf-parts.tsx';
import { pdfColours, pdfFontSizes, pdfToneColours } from './pdf-theme.ts';
import { PdfTextWithStatusMark, PdfStatusMark } from './pdf-status-mark.tsx';

const styles = StyleSheet.create({
  page: {
    paddingTop: 34,
    paddingBottom: 46,
    paddingHorizontal: 36,
    fontFamily: pdfFontFamilies.text,
    fontSize: pdfFontSizes.text,
    color: pdfColours.text,
  },
  // Set here and not on the page: on a page a line height hides text that renders its page number.
  content: { fontSize: pdfFontSizes.text, lineHeight: 1.35 },
  head: { flexDirection: 'row', justifyContent: 'space-between', gap: 20 },
  name: { fontSize: pdfFontSizes.title, fontWeight: 700, lineHeight: 1.2 },
  about: { width: '46%', textAlign: 'right' },
  verdict: { marginTop: 12, padding: 10, borderRadius: 6, borderLeftWidth: 4 },
  verdictTitle: { flexDirection: 'row', gap: 6, marginBottom: 3 },
  strong: { fontWeight: 700 },
  reason: { flexDirection: 'row', gap: 6, marginTop: 4 },
  test: { flexDirection: 'row', gap: 8, paddingVertical: 2.5, borderTopWidth: 0.6, borderTopColor: pdfColours.line },
  foot: {
    position: 'absolute',
    left: 36,
    right: 36,
    bottom: 22,
    flexDirection: 'row',
    justifyContent: 'space-between',
    color: pdfColours.muted,
    fontSize: pdfFontSizes.small,
  },
  link: { color: pdfColours.muted, textDecoration: 'none' },
});

export interface ReportDocumentProps {
  content: ReportPdfContent;
  /** URL of the report. */
  address: string;
  madeAt: Date;
  /** Called with the number of pages. */
  onPages: (pages: number) => void;
}

/** A report as an A4 document: the decision, theft, write-off and finance first, then mileage and details. */
export function ReportDocument({ content, address, madeAt, onPages }: ReportDocumentProps) {
  const { plate, day } = content;
  const title = `${plate} vehicle report, ${formatDate(day)}`;
  return (
    <Document
      title={title}
      author="Vehicle Enquiry"
      subject={`${content.name}: ${content.verdict.title}`}
      creator="Vehicle Enquiry"
      producer="Vehicle Enquiry"
      language="en-GB"
      creationDate={madeAt}
    >
      <Page size="A4" style={styles.page}>
        <View style={styles.content}>
          <Head content={content} address={address} />
          <Verdict content={content} />
          <Checks content={content} />
          <Mileage content={content} />
          <Found content={content} />
          <Prices content={content} />
          <Costs costs={content.costs} />
          <Tests content={content} />
          <Vehicle content={content} />
          <NotKnown content={content} />
        </View>
        <View style={styles.foot} fixed>
          <Text>
            {plate} · report of {formatDate(day)} ·{' '}
            <Link src={address} style={styles.link}>
              {address}
            </Link>
          </Text>
          <Text
            render={({ pageNumber, totalPages }) => {
              onPages(totalPages);
              return `Page ${String(pageNumber)} of ${String(totalPages)}`;
            }}
          />
        </View>
      </Page>
    </Document>
  );
}

function Head({
  content: { plate, zeroEmission, name, about, day },
  address,
}: Pick<ReportDocumentProps, 'content' | 'address'>) {
  return (
    <View style={styles.head}>
      <View style={{ flex: 1, gap: 6 }}>
        <PdfPlate plate={plate} zeroEmission={zeroEmission} />
        <Text style={styles.name}>{name}</Text>
        {about === '' ? null : <Text>{about}</Text>}
      </View>
      <View style={styles.about}>
        <Text style={styles.strong}>{reportPdfTitle(day)}</Text>
        <PdfMutedText>
          <Link src={address} style={styles.link}>
            {address}
          </Link>
        </PdfMutedText>
        <PdfMutedText>
          The page at this address is the accessible version of this document, and may be more up to date.
        </PdfMutedText>
      </View>
    </View>
  );
}

function Verdict({ content: { verdict } }: { content: ReportPdfContent }) {
  const { title, tone, sentence, reasons, next } = verdict;
  return (
    <View
      style={[
        styles.verdict,
        { backgroundColor: pdfToneColours[tone].tint, borderLeftColor: pdfToneColours[tone].ink },
      ]}
    >
      <View style={styles.verdictTitle}>
        <View style={{ paddingTop: 2.5 }}>
          <PdfStatusMark tone={tone} side={pdfFontSizes.title - 3} />
        </View>
        <Text style={[styles.name, { flex: 1, color: pdfToneColours[tone].ink }]}>{title}</Text>
      </View>
      <Text>{sentence}</Text>
      {reasons.map(({ text, tone: weight, by }, index) => (
        <View key={index} style={styles.reason} wrap={false}>
          <View style={{ paddingTop: 2 }}>
            <PdfStatusMark tone={weight} />
          </View>
          <View style={{ flex: 1 }}>
            <Text style={styles.strong}>{text}</Text>
            {by === null ? null : <PdfMutedText>{by}</PdfMutedText>}
          </View>
        </View>
      ))}
      <Text style={{ marginTop: 6 }}>
        <Text style={styles.strong}>Next: </Text>
        {next}
      </Text>
    </View>
  );
}

function Mileage({ content: { mileage } }: { content: ReportPdfContent }) {
  const { title, tone, text, likely, flags, moreFlags, readings, by } = mileage;
  return (
    <PdfSection title="Mileage">
      <PdfTextWithStatusMark tone={tone}>{title}</PdfTextWithStatusMark>
      <Text>{text}</Text>
      {likely === null ? null : (
        <View wrap={false}>
          <Text style={styles.strong}>{likely.words}</Text>
          <PdfMutedText>{likely.how}</PdfMutedText>
        </View>
      )}
      {flags.map((line, index) => (
        <Text key={index}>• {line}</Text>
      ))}
      {moreFlags === 0 ? null : <Text>And {moreFlags} more.</Text>}
      <MileageDrawing readings={readings} />
      {by === null ? null : (
        <PdfMutedText>
          {readings.length < 2 ? by : `Miles at each MOT test. Squares mark readings that stand out. ${by}`}
        </PdfMutedText>
      )}
    </PdfSection>
  );
}

function Found({ content: { tax, mot, history } }: { content: ReportPdfContent }) {
  const facts = [...(tax === null ? [] : [tax]), ...(mot === null ? [] : [mot]), ...history];
  if (facts.length === 0) return null;
  return (
    <PdfSection title="Tax, MOT and history">
      {arrangeInColumns(
        2,
        facts.map((fact) => <PdfFactCell key={fact.label} fact={fact} />),
      )}
    </PdfSection>
  );
}

/** The three answers together, so that they are on the first page for any number of details. */
function Checks({ content: { checks, notChecked } }: { content: ReportPdfContent }) {
  if (checks.length === 0 && notChecked === null) return null;
  return (
    <PdfSection title="Stolen, written off, finance">
      {notChecked === null ? null : <Text>{notChecked}</Text>}
      <View wrap={false}>
        {checks.map((check) => (
          <PdfFactCell key={check.label} fact={check} labelWidth="19%" />
        ))}
      </View>
      {checks.map((check) => (
        <View key={check.label}>
          {check.found.map((found, index) => (
            <FoundDetails key={index} label={check.label} found={found} />
          ))}
          {check.more === 0 ? null : (
            <Text>
              {check.label}: {check.more} more in the online report.
            </Text>
          )}
        </View>
      ))}
    </PdfSection>
  );
}

function FoundDetails({ label: name, found: { title, rows } }: { label: string; found: PdfFullCheckDetails }) {
  return (
    <View style={{ marginTop: 3, marginLeft: '20.5%' }} wrap={false}>
      <Text style={styles.strong}>{title === null ? name : `${name}: ${title}`}</Text>
      {arrangeInColumns(
        2,
        rows.map(({ label, value }) => (
          <PdfLabelledRow key={label} label={label}>
            <Text>{value}</Text>
          </PdfLabelledRow>
        )),
      )}
    </View>
  );
}

function Prices({ content: { prices } }: { content: ReportPdfContent }) {
  if (prices === null) return null;
  return (
    <PdfSection title="What it is worth">
      {prices.basis === null ? null : <Text style={{ marginBottom: 4 }}>{prices.basis}</Text>}
      {arrangeInColumns(
        3,
        prices.prices.map(({ label, value }) => (
          <PdfLabelledRow key={label} label={label}>
            <Text style={styles.strong}>{value}</Text>
          </PdfLabelledRow>
        )),
      )}
      {prices.by === null ? null : <PdfMutedText>{prices.by}</PdfMutedText>}
    </PdfSection>
  );
}

function Costs({ costs }: { costs: readonly PdfFact[] }) {
  if (costs.length === 0) return null;
  return (
    <PdfSection title="What it costs and where it may drive">
      {costs.map((fact) => (
        <View key={fact.label} style={{ marginBottom: 3.5 }} wrap={false}>
          <PdfFactCell fact={fact} labelWidth="19%" />
        </View>
      ))}
    </PdfSection>
  );
}

function Tests({ content: { tests } }: { content: ReportPdfContent }) {
  return (
    <PdfSection title="MOT tests">
      <View>
        <Text style={{ marginBottom: 4 }}>{tests.summary}</Text>
        {tests.tests.slice(0, 1).map((test, index) => (
          <TestLine key={index} test={test} />
        ))}
      </View>
      {tests.tests.slice(1).map((test, index) => (
        <TestLine key={index} test={test} />
      ))}
      {tests.earlier === null ? null : <Text style={[styles.strong, { marginTop: 4 }]}>{tests.earlier}</Text>}
      {tests.by === null ? null : <PdfMutedText>{tests.by}</PdfMutedText>}
    </PdfSection>
  );
}

function TestLine({ test: { day, passed, miles, notes, remark: others } }: { test: PdfMotTest }) {
  return (
    <View style={styles.test} wrap={false}>
      <Text style={{ width: 52 }}>{day}</Text>
      <View style={{ width: 60 }}>
        <PdfTextWithStatusMark tone={passed ? 'pass' : 'fail'}>{passed ? 'PASSED' : 'FAILED'}</PdfTextWithStatusMark>
      </View>
      <Text style={{ width: 66, textAlign: 'right' }}>{miles}</Text>
      <View style={{ flex: 1 }}>
        {others === null ? null : <Text style={{ color: pdfColours.muted }}>{others}</Text>}
        {notes.map((note, index) => (
          <Text key={index}>{note}</Text>
        ))}
      </View>
    </View>
  );
}

function Vehicle({ content: { vehicle } }: { content: ReportPdfContent }) {
  if (vehicle.length === 0) return null;
  return (
    <PdfSection title="The vehicle">
      {arrangeInColumns(
        3,
        vehicle.map(({ label, value }) => (
          <PdfLabelledRow key={label} label={label}>
            <Text>{value}</Text>
          </PdfLabelledRow>
        )),
      )}
    </PdfSection>
  );
}

function NotKnown({ content: { unknown } }: { content: ReportPdfContent }) {
  if (unknown.length === 0) return null;
  return (
    <PdfSection title="What this report does not know">
      {unknown.map((line, index) => (
        <Text key={index}>{line}</Text>
      ))}
    </PdfSection>
  );
}
