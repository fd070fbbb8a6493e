import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Tooltip } from './popovers/Tooltip.tsx'

type TimeProps = {
  instant: string
  /** IANA name: of the business's zone, or of the device's for times of the user. */
  zone: string
  /** Lets 'in 5 minutes' stay true while it is shown. */
  now?: Date
  /** Replaces 'in 5 minutes'. */
  text?: string
}

/** Shows 'in 5 minutes', and the exact time on hover, on focus and to screen readers. */
export function Time({ instant, zone, now, text = formatRelative(instant, now, zone) }: TimeProps) {
  const exact = formatExact(instant, zone)
  return (
    <Tooltip text={exact}>
      <time dateTime={instant} className="whitespace-nowrap">
        {text}
        <span className="sr-only"> ({exact})</span>
      </time>
    </Tooltip>
  )
}
