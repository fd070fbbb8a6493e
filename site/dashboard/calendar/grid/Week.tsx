import { useStore } from '@nanostores/react'

import { KEYS_ID } from '#site/dashboard/calendar/chip/Chip.tsx'
import { TITLE_ID } from '#site/dashboard/calendar/Toolbar.tsx'
import { $days, $isWide } from '#site/dashboard/calendar/url.ts'
import { Days } from './Days.tsx'
import { Hours } from './Hours.tsx'

/** Seven days by the hour; on a phone in a row of dots. */
export function Week() {
  const days = useStore($days)
  return useStore($isWide) ? <Hours /> : <Days weeks={[days]} labelledBy={TITLE_ID} describedBy={KEYS_ID} />
}
