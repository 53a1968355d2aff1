// If a screen fails, the bar, the menu and the chat stay, and the visitor is shown what helps.
import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';

interface Props {
  children: ReactNode;
}

export class ScreenBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className={classNames(layout.wrap, layout.section, layout.stack)} role="alert">
        <h1>Something came undone</h1>
        <p>
          This page did not load properly. Your cart is safe. Loading the page again usually helps.
        </p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </div>
    );
  }
}
