import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { IconAlertTriangle } from '../icons.ts';
import { texts } from '../texts.ts';
import { EmptyState } from './states.tsx';

type Props = { children: ReactNode; resetKey?: string };

/** Keeps a page's error to the page. React offers this to classes only. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  /** Going to another page is a fresh start. */
  override componentDidUpdate(before: Props): void {
    if (this.state.broken && before.resetKey !== this.props.resetKey) this.setState({ broken: false });
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert">
        <EmptyState
          alone
          icon={<IconAlertTriangle size={24} aria-hidden />}
          title={texts.errors.crashed}
          action={<Button onClick={() => window.location.reload()}>{texts.errors.reload}</Button>}
        >
          {texts.errors.crashedHint}
        </EmptyState>
      </div>
    );
  }
}
