import { createElement } from 'react'

import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $question } from '#site/dashboard/shared/question.ts'

/** Opens the dialog in which AI writes the drafts of a week. */
export async function openWeekDialog() {
  const part = await loadPart(() => import('./WeekDialog.tsx'))
  if (part) $question.set(createElement(part.WeekDialog, { onClose: () => $question.set(undefined) }))
}
