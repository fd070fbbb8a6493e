import { $toasts, dismissToast, toast } from '#site/lib/toasts.ts'

/** One notice at a time: a refusal that was put right must not stand beside the success. */
export function say(type: 'success' | 'error', message: string) {
  for (const { id, corner } of $toasts.get()) if (corner === 'bottom') dismissToast(id)
  toast(type, message, { title: type === 'success' ? 'Success' : 'Error', corner: 'bottom' })
}
