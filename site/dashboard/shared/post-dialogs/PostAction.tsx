import type { LucideIcon } from 'lucide-react'

import { BusyButton, Button } from '#site/ui/Button.tsx'

type PostActionProps = {
  label: string
  /** Accessible name, which also names the post or network. */
  spoken: string
  icon: LucideIcon
  run: () => unknown
  /** Shows a spinner until `run` has resolved. */
  waits?: boolean
}

export const PostAction = ({ label, spoken, icon: Icon, run, waits }: PostActionProps) => {
  const Control = waits ? BusyButton : Button
  return (
    <Control
      small
      variant="quiet"
      className="max-w-full"
      icon={<Icon className="size-3.5 shrink-0" />}
      aria-label={spoken}
      onClick={async () => await run()}
    >
      <span className="truncate">{label}</span>
    </Control>
  )
}
