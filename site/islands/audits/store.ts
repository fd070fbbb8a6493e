import type { AuditView } from '#shared/audits/audit.ts'
import type { Fields } from '#shared/errors.ts'
import type { ApiError } from '#site/lib/api/error.ts'
import { randomId } from '#site/lib/random-id.ts'
import { callLink } from '../links/call.ts'

export type PageState =
  | { state: 'loading' }
  | { state: 'unknown' }
  | { state: 'unreachable'; message: string }
  | AuditView

const isUnfinished = ({ state }: PageState) => state === 'queued' || state === 'running'

/** Polling intervals: the first facts usually arrive within a second, the measurement in about fifteen. */
const SOON_MS = 300
const LATER_MS = 2000
const MAX_SOON = 6

/** Shows the check behind this page's link, and polls it until it has ended. Returns the function that stops polling. */
export function followAudit(show: (shown: PageState) => void): () => void {
  let [isStopped, reads] = [false, 0]
  let shown: PageState = { state: 'loading' }
  let timer: ReturnType<typeof setTimeout>

  async function read() {
    const next = await readAudit()
    if (isStopped) return
    reads++
    // A failed poll keeps the last state on screen.
    if (!isUnfinished(shown) || next.state !== 'unreachable') show((shown = next))
    if (!isUnfinished(shown)) return
    const lacksFirst = (shown.state === 'queued' || shown.state === 'running') && !shown.first
    timer = setTimeout(() => void read(), lacksFirst && reads <= MAX_SOON ? SOON_MS : LATER_MS)
  }

  void read()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

export async function readAudit(): Promise<PageState> {
  try {
    return (await callLink<{ data: AuditView }>('')).data
  } catch (error) {
    const { code, message } = error as ApiError
    return code === 'not_found' ? { state: 'unknown' } : { state: 'unreachable', message }
  }
}

/** The result of sending one of the page's forms. `message` concerns the form as a whole. */
export type Sent = { isSent: true; message: string } | { isSent: false; message: string; fields: Fields }

/** Creates the function that sends a form. All attempts have one idempotency key, so that a repeated press sends it once. */
export function createSender(path: '/mail' | '/request') {
  const key = randomId()
  return async (values: Record<string, string>): Promise<Sent> => {
    try {
      const headers = { 'Idempotency-Key': key }
      const { message } = await callLink<{ message: string }>(path, { json: values, headers })
      return { isSent: true, message }
    } catch (error) {
      const { fields, message } = error as ApiError
      const isOfField = Object.keys(fields).length > 0
      return { isSent: false, message: isOfField ? '' : message, fields }
    }
  }
}

/** Returns 'in 1.2 seconds', or 'at once' for less than a tenth of a second. */
export const formatLoadTime = (ms: number) => (ms < 100 ? 'at once' : `in ${(ms / 1000).toFixed(1)} seconds`)
