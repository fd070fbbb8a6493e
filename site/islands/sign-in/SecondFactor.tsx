import { Component, type ReactNode } from 'react'

import { later } from '#site/ui/lazy.tsx'
import { beginAgain } from './second-factor.ts'

/** Few have it on: it comes when it is asked for. */
const SecondFactorForm = later(async () => (await import('./SecondFactorForm.tsx')).SecondFactorForm)

/** What can't be had leads back to the sign-in, which says so. Without it React would take the whole island away. */
class Had extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    beginAgain()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/** The second half of signing in. */
export const SecondFactor = ({ ticket }: { ticket: string }) => (
  <Had>
    <SecondFactorForm ticket={ticket} />
  </Had>
)
