import { useStore } from '@nanostores/react'

import { KEYS_ID } from '#site/dashboard/calendar/chip/Chip.tsx'
import { $earlier } from '#site/dashboard/calendar/earlier/earlier.ts'
import { TITLE_ID } from '#site/dashboard/calendar/Toolbar.tsx'
import { $month } from '#site/dashboard/calendar/url.ts'
import { Days } from './Days.tsx'

/** A month in weeks. The current one starts at this week; its past weeks unfold above it. */
export function Month() {
  const { past, weeks } = useStore($month)
  const { days, isUnfolded } = useStore($earlier)
  const isShown = isUnfolded || days.length === 0
  return <Days past={isShown ? past : []} weeks={weeks} labelledBy={TITLE_ID} describedBy={KEYS_ID} />
}
