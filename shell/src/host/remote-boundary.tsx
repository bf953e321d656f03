import { reportError } from '@ve/mfe-kit/report-errors';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { AreaDown } from '../frame/area-down.tsx';
import { ErrorFallback } from '../frame/error-boundary.tsx';
import { isLoadFailure, RemoteError } from './remote-error.ts';

interface RemoteBoundaryProps {
  /** Name and release, for the error log. */
  remote: string;
  /** Loads the area anew; what it rejects with is shown in place of the old failure. */
  retry: () => Promise<unknown>;
  /** Where the visitor is: going elsewhere gives a page that failed, but not a remote that is down, another chance. */
  at: string;
  /** What stands in for code that came and then failed; the fallback screen if left out. */
  failed?: (again: () => void, busy: boolean) => ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  failedAt: string | null;
  busy: boolean;
}

const whole: State = { error: null, failedAt: null, busy: false };

/** Keeps a remote's failure in its own area, with words and a way to try it again. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, State> {
  override state: State = whole;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Nothing was thrown'), busy: false };
  }

  static getDerivedStateFromProps({ at }: RemoteBoundaryProps, state: State): Partial<State> | null {
    if (state.error === null) return null;
    if (state.failedAt === null) return { failedAt: at };
    return state.failedAt === at || state.error instanceof RemoteError ? null : whole;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const remote = error instanceof RemoteError ? error.remote : this.props.remote;
    reportError(error, {
      ...(isLoadFailure(error) ? { type: 'JavaScript Error' } : {}),
      componentName: this.props.remote,
      componentStack: componentStack ?? null,
      errorBoundary: 'RemoteBoundary',
      remote,
    });
  }

  readonly again = (): void => {
    this.setState({ busy: true });
    this.props.retry().then(
      () => {
        this.setState(whole);
      },
      (error: unknown) => {
        this.setState({ error, busy: false });
      },
    );
  };

  override render(): ReactNode {
    const { error, busy } = this.state;
    const { children, failed } = this.props;
    if (error === null) return children;
    if (failed) return failed(this.again, busy);
    return isLoadFailure(error) ? <AreaDown onRetry={this.again} retrying={busy} /> : <ErrorFallback />;
  }
}
