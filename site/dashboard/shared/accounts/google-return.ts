import { $router } from '../router.ts'
import { finishGoogle, type GoogleReturn } from './google-sign-in.ts'

let underWay = ''

/** Brings the codes to the api, and goes on to the screen that the sign-in was started from. */
export async function completeReturn(codes: GoogleReturn, next: string) {
  // They are good once, and what draws this screen may ask twice.
  const key = `${codes.code1}/${codes.code2}`
  if (underWay === key) return
  underWay = key
  await finishGoogle(codes)
  underWay = ''
  // In place of the address with the codes, so that Back doesn't bring them again.
  $router.open(next, true)
}

/** The status and codes that an address carries as its query; they may stand in its path as well. */
export function readQueryReturn(search: Record<string, string>): GoogleReturn | undefined {
  const { status, code1, code2 } = search
  return status && code1 && code2 ? { status, code1, code2 } : undefined
}
