import { say } from '#site/dashboard/composer/send/notice.ts'

/** Copies a text, and says so where the browser doesn’t let us. @returns whether it did */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    say('error', 'Your browser didn’t let us copy. Select the text and copy it by hand.')
    return false
  }
}
