import { toast } from './toasts.ts'

/** Copies a text, and shows the result. `failed` says what to do instead, for example on a page without https. */
export async function copyText(text: string, copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('success', copied)
  } catch {
    toast('error', failed)
  }
}
