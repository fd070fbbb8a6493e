import { useStore } from '@nanostores/react'

import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $scheduling } from './drafts.ts'

const TimeForm = lazyComponent(async () => (await import('./TimeForm.tsx')).TimeForm)

/** The dialog that gives a draft its time. */
export function ScheduleDialog() {
  const scheduling = useStore($scheduling)
  return scheduling ? <TimeForm key={scheduling.draft._id} {...scheduling} /> : null
}
