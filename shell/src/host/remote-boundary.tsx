import { reportError } from '@ve/mfe-kit/report-errors';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { AreaUnavailable } from '../frame/area-unavailable.tsx';
import { ErrorFallback } from '../frame/error-boundary.tsx';
import { isRemoteLoadFailure, RemoteError } from './remote-error.ts';

interface RemoteBoundaryProps {
  /** Name and release, for the error log. */
  remote: string;
  /** Loads the area again; a rejection replaces the previous error. */
  retry: () => Promise<unknown>;
  /** The current path: navigating retries a page that threw, but not a remote that is down. */
  at: string;
  /** The fallback; by default the fallback screen. */
  failed?: (again: () => void, busy: boolean) => ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  failedAt: string | null;
  busy: boolean;
}

const healthy: State = { error: null, failedAt: null, busy: false };

/** Contains a remote's failure in its own area, with a message and a retry. */
export class RemoteErrorBoundary extends Component<RemoteBoundaryProps, State> {
  override state: State = healthy;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Nothing was thrown'), busy: false };
  }

  static getDerivedStateFromProps({ at }: RemoteBoundaryProps, state: State): Partial<State> | null {
    if (state.error === null) return null;
    if (state.failedAt === null) return { failedAt: at };
    return state.failedAt === at || state.error instanceof RemoteError ? null : healthy;
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const remote = error instanceof RemoteError ? error.remote : this.props.remote;
    reportError(error, {
      ...(isRemoteLoadFailure(error) ? { type: 'JavaScript Error' } : {}),
      componentName: this.props.remote,
      componentStack: componentStack ?? null,
      errorBoundary: 'RemoteErrorBoundary',
      remote,
    });
  }

  readonly again = (): void => {
    this.setState({ busy: true });
    this.props.retry().then(
      () => {
        this.setState(healthy);
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
    return isRemoteLoadFailure(error) ? <AreaUnavailable onRetry={this.again} retrying={busy} /> : <ErrorFallback />;
  }
}
