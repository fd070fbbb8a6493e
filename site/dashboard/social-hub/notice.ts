import { SOCIAL_HUB_TOAST_MS } from '#shared/timings.ts'
import { $toasts, toast, type ToastType } from '#site/lib/toasts.ts'

/** Shows a toast in place of any other. */
export function notify(type: ToastType, message: string) {
  $toasts.set([])
  toast(type, message, { duration: SOCIAL_HUB_TOAST_MS, coloured: true })
}
