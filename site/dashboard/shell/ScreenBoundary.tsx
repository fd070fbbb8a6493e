import { Component, type ReactNode } from 'react'

import { ErrorState } from '#site/ui/states/ErrorState.tsx'

type Props = { children: ReactNode }

/** A screen that can't be loaded or drawn leaves the sidebar standing. A new version on the server is the usual cause. */
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
