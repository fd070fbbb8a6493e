import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $scheduling, stopScheduling } from './store.ts'

const TimeForm = lazyComponent(async () => (await import('./TimeForm.tsx')).TimeForm)

/** The dialog that gives a draft its time. It closes with the screen and when another business is selected. */
export function ScheduleDialog() {
  const scheduling = useStore($scheduling)
  useEffect(() => stopScheduling, [])
  return scheduling ? <TimeForm key={scheduling.draft._id} {...scheduling} /> : null
}
