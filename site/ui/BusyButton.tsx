import { useState } from 'react'

import { Button, type ButtonProps } from './Button.tsx'

type BusyButtonProps = Omit<ButtonProps, 'busy' | 'onClick'> & { onClick: () => Promise<unknown> }

/** A button that is busy until its action has finished. */
export function BusyButton({ onClick, ...props }: BusyButtonProps) {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    await onClick()
    setBusy(false)
  }
  return <Button {...props} busy={busy} onClick={run} />
}
