import { toast } from './toasts.ts'

const BY_HAND = 'Select the text and copy it by hand.'

/**
 * Copies a text, and shows a failure in a toast.
 * @param copied shown in a toast after a success
 * @param instead what to do after a failure, for example on a page without https
 * @returns true if it was copied
 */
export async function copyText(text: string, copied?: string, instead = BY_HAND): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    if (copied) toast('success', copied)
    return true
  } catch {
    toast('error', `Your browser didn’t let us copy. ${instead}`)
    return false
  }
}
