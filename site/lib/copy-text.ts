import { toast, withErrorToast } from './toasts.ts'

const BY_HAND = 'Select the text and copy it by hand.'

/** Copies a text, and shows the result. `instead` says what to do if that fails, for example on a page without https. */
export async function copyText(text: string, copied: string, instead = BY_HAND): Promise<void> {
  const isCopied = await withErrorToast(`Your browser didn’t let us copy. ${instead}`, () =>
    navigator.clipboard.writeText(text),
  )
  if (isCopied) toast('success', copied)
}
