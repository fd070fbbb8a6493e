import { $router } from '../router.ts'
import { finishGoogle, type GoogleReturn } from './google-sign-in.ts'

let inFlight = ''

/** Sends the codes to the api, then opens the screen that started the sign-in. */
export async function completeReturn(codes: GoogleReturn, next: string) {
  // The codes work once, and React may render this screen twice.
  const key = `${codes.code1}/${codes.code2}`
  if (inFlight === key) return
  inFlight = key
  await finishGoogle(codes)
  inFlight = ''
  // Replaces the URL with the codes, so that Back doesn't send them again.
  $router.open(next, true)
}

/** Reads status and codes from a URL's query; they may be in its path instead. */
export function readQueryReturn(search: Record<string, string>): GoogleReturn | undefined {
  const { status, code1, code2 } = search
  return status && code1 && code2 ? { status, code1, code2 } : undefined
}
