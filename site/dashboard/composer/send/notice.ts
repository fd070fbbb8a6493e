import { $toasts, dismissToast, toast } from '#site/lib/toasts.ts'

/** Dismisses the composer's toasts: a resolved error must not remain beside the success. */
export function dismissNotices() {
  for (const { id, title } of $toasts.get()) if (title) dismissToast(id)
}

export function showProblem(message: string) {
  dismissNotices()
  toast('error', message, { title: 'Error' })
}
