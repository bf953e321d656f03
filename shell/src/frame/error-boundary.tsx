import { PageTitle } from '@ve/mfe-kit/page-title';
import { reportError } from '@ve/mfe-kit/report-errors';
import { Button } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText } from '@ve/ui/text/text';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { messages } from './messages.en-gb.ts';

export interface ErrorFallbackProps {
  /** Reloads the page by default. */
  onReload?: () => void;
}

const reload = () => {
  window.location.reload();
};

/** The screen after an uncaught render error. */
export function ErrorFallback({ onReload = reload }: ErrorFallbackProps) {
  return (
    <Page width="step">
      <PageTitle title={messages.failed.title} />
      <div role="alert">
        <Stack $gap={16} $align="start">
          <Heading level={1}>{messages.failed.title}</Heading>
          <LeadText>{messages.failed.body}</LeadText>
          <Button onClick={onReload}>{messages.failed.action}</Button>
        </Stack>
      </div>
    </Page>
  );
}

interface ErrorBoundaryProps extends ErrorFallbackProps {
  children: ReactNode;
}

/** On an uncaught render error, shows the fallback screen and logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportError(error, {
      errorBoundary: 'shell',
      componentName: throwingComponent(componentStack),
      componentStack: componentStack ?? null,
    });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { onReload } = this.props;
    return <ErrorFallback {...(onReload ? { onReload } : {})} />;
  }
}

/** The component that threw: the first in React's component stack. */
function throwingComponent(stack: string | null | undefined): string {
  return /\bat (\w+)/.exec(stack ?? '')?.[1] ?? 'unknown';
}
