import { atom } from 'nanostores'

import { browserStorage } from '#site/lib/browser-storage.ts'
import { $session } from '#site/lib/session.ts'
import { $me } from './me.ts'

type Outcome = { draftId: string } & (
  | { state: 'sending' | 'failed' }
  /** `summary` is a sentence about the post. */
  | { state: 'accepted'; summary: string; href: string }
)

/** Outcome of the post that this tab sent last. Survives a reload, so that nobody sends a post twice. */
export type SentRecord = Outcome & { owner: string; at: number }

const KEY = 'sent-post'
const RECENT_MS = 5 * 60_000

function read(): SentRecord | undefined {
  const text = browserStorage('sessionStorage')?.getItem(KEY)
  return text ? (JSON.parse(text) as SentRecord) : undefined
}

export const $sentRecord = atom<SentRecord | undefined>(read())

export const userId = () => $me.get().data?._id ?? ''

export function saveSentRecord(outcome: Outcome) {
  const record: SentRecord = { ...outcome, owner: userId(), at: Date.now() }
  $sentRecord.set(record)
  try {
    browserStorage('sessionStorage')?.setItem(KEY, JSON.stringify(record))
  } catch {
    // Without storage, this page still knows.
  }
}

export function clearSentRecord() {
  $sentRecord.set(undefined)
  browserStorage('sessionStorage')?.removeItem(KEY)
}

/** Returns true for a post that this user sent a moment ago. */
export const isRecent = ({ owner, at }: SentRecord, user: string) =>
  owner !== '' && owner === user && Date.now() - at < RECENT_MS

$session.listen(({ state }) => {
  if (state === 'out') clearSentRecord()
})
