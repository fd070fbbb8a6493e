import { currentLocale } from '#site/lib/format.ts'
import { Tooltip } from './popovers/Tooltip.tsx'

export type TimeProps = { instant: string; relative: string; exact: string }

/**
 * 'in 5 minutes', with the exact time on hover, on focus and read aloud. Times are in the language that the user chose for dates,
 * although the page is English.
 */
export const Time = ({ instant, relative, exact }: TimeProps) => (
  <Tooltip text={exact}>
    <time dateTime={instant} lang={currentLocale()} className="whitespace-nowrap">
      {relative}
      <span className="sr-only"> ({exact})</span>
    </time>
  </Tooltip>
)
