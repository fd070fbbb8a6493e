import { showProblem } from '#site/dashboard/composer/send/notice.ts'

/** Copies a text, or shows a message if the browser refuses. @returns true on success */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showProblem('Your browser didn’t let us copy. Select the text and copy it by hand.')
    return false
  }
}
