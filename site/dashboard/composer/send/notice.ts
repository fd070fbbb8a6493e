import { $toasts, dismissToast, toast } from '#site/lib/toasts.ts'

/** Dismisses the composer's toasts, so that no resolved error remains beside the success. */
export function dismissNotices() {
  for (const { id, title } of $toasts.get()) if (title) dismissToast(id)
}

export function showProblem(message: string) {
  dismissNotices()
  toast('error', message, { title: 'Error' })
}
