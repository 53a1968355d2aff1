// If a screen breaks, the bar, the menu and the chat stay, and the visitor is told what helps.
import { Component } from 'react';
import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { Empty } from './ui/empty.tsx';

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
      <Empty
        level={1}
        title="Something came undone"
        text="This page did not work as it should. Your cart is safe; loading the page again usually helps."
      >
        <Button onClick={() => location.reload()}>Load again</Button>
      </Empty>
    );
  }
}
