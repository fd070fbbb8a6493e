import { Component, type ReactNode } from 'react'

import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { backToCredentials } from './second-factor.ts'

/** Loaded on demand, because few people use two-factor sign-in. */
const SecondFactorForm = lazyComponent(async () => (await import('./SecondFactorForm.tsx')).SecondFactorForm)

/** Returns to the sign-in form, with a message, if the form's script can't be loaded. Otherwise React would unmount the island. */
class LoadBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    backToCredentials()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

export const SecondFactor = ({ ticket }: { ticket: string }) => (
  <LoadBoundary>
    <SecondFactorForm ticket={ticket} />
  </LoadBoundary>
)
