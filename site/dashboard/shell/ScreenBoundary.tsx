import { Component, type ReactNode } from 'react'

import { ErrorState } from '#site/ui/states/ErrorState.tsx'

type Props = { children: ReactNode }

/** Catches screens that can't be loaded or rendered, usually after a deployment, and keeps the sidebar. */
export class ScreenBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? (
      <ErrorState
        message="This page didn’t load. Loading it again usually helps."
        onRetry={() => location.reload()}
      />
    ) : (
      this.props.children
    )
  }
}
