import { $toasts, dismissToast, toast } from '#site/lib/toasts.ts'

/** Shows one toast at a time: a resolved error must not remain beside the success. */
export function say(type: 'success' | 'error', message: string) {
  for (const { id, title } of $toasts.get()) if (title) dismissToast(id)
  toast(type, message, { title: type === 'success' ? 'Success' : 'Error' })
}
