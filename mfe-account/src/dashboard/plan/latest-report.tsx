import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Row } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { MutedText, Text } from '@ve/ui/text/text';
import { useAccountReports } from '../../platform/account.query.ts';
import { DashboardPanel } from '../dashboard-panel.tsx';
import { messages } from './latest-report.messages.en-gb.ts';

/** The latest report of a user without a membership. */
export function LatestReport({ userId }: { userId: string }) {
  const { data, error } = useAccountReports(userId);
  const latest = data?.[0];
  const name = [latest?.vehicleMake, latest?.vehicleModel].filter(Boolean).join(' ');
  return (
    <DashboardPanel
      title={messages.title}
      aside={latest ? <Plate registration={latest.registrationNumber} size="s" /> : null}
    >
      {data === undefined && error === null ? (
        <LoadingSkeleton label={messages.loading}>
          <Skeleton $height="1.5rem" />
        </LoadingSkeleton>
      ) : null}
      {data === undefined && error !== null ? <Text>{messages.failed}</Text> : null}
      {data?.length === 0 ? (
        <>
          <Text>{messages.none}</Text>
          <Row>
            <ButtonLink as={Link} to="/">
              {messages.check}
            </ButtonLink>
          </Row>
        </>
      ) : null}
      {latest ? (
        <>
          {name === '' ? null : <Text>{name}</Text>}
          <MutedText>{messages.createdOn(latest.createdAt)}</MutedText>
          <TextLink as={Link} to={`/report?reg=${latest.registrationNumber}`}>
            {messages.open}
          </TextLink>
        </>
      ) : null}
    </DashboardPanel>
  );
}
