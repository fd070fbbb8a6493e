import { $toasts, dismissToast, toast } from '#site/lib/toasts.ts'

/** Dismisses the composer's toasts: a resolved error must not remain beside the success. */
export function dismissNotices() {
  for (const { id, title } of $toasts.get()) if (title) dismissToast(id)
}

/** Shows one toast at a time. A success is quiet, because the send bar announces what was sent. */
export function showNotice(type: 'success' | 'error', message: string) {
  dismissNotices()
  const isSuccess = type === 'success'
  toast(type, message, { title: isSuccess ? 'Success' : 'Error', quiet: isSuccess })
}
