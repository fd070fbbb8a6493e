import { Copy, Trash2 } from 'lucide-react'
import { map } from 'nanostores'
import type { ReactNode } from 'react'

import type { InboxItem } from '#shared/inbox.ts'
import { networks } from '#shared/networks.ts'
import { browserStorage, formKey } from '#site/lib/browser-storage.ts'
import { copyText } from '#site/lib/copy-text.ts'
import { $session } from '#site/lib/session.ts'
import { Button } from '#site/ui/Button.tsx'

/** Creates a store of unsent texts by item, which survive a reload of the tab. */
export function unsentTexts(kind: string) {
  const $texts = map<Record<string, string | undefined>>({})
  $session.listen(() => $texts.set({}))
  const key = (id: string) => formKey(`${kind}-${id}`)

  /** Returns undefined if nothing was typed. */
  const read = (id: string, texts = $texts.get()): string | undefined =>
    texts[id] ?? browserStorage('sessionStorage')?.getItem(key(id)) ?? undefined

  function write(id: string, text: string) {
    $texts.setKey(id, text)
    const storage = browserStorage('sessionStorage')
    if (text === '') storage?.removeItem(key(id))
    else storage?.setItem(key(id), text)
  }

  function forget(id: string) {
    write(id, '')
    $texts.setKey(id, undefined)
  }

  return { $texts, read, write, forget }
}

/** Returns why an answer that was being written can't be sent any more. */
export function whyUnsent({ state, hidden, reply, network }: InboxItem): string {
  if (state === 'removed') return 'This was deleted while you wrote.'
  if (reply && (state === 'answered' || reply.state !== 'failed'))
    return reply.by
      ? `${reply.by.fullname || 'A former member'} answered while you wrote.`
      : `This was answered on ${networks[network].shortName} while you wrote.`
  if (hidden) return 'This was hidden while you wrote.'
  return 'You can’t answer for this business any more.'
}

/** A text that somebody wrote, with its line breaks. */
export const LongText = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
    {children}
  </p>
)

/** A text that can't be sent any more, until its writer has copied or discarded it. */
export const Unsent = ({ why, text, onDiscard }: { why: string; text: string; onDiscard: () => void }) => (
  <section
    aria-label="Your unsent text"
    className="grid gap-2 rounded-box border border-amber/35 bg-warning/10 p-4"
  >
    <p role="alert" className="text-sm font-semibold">
      {why} Your text:
    </p>
    <LongText>{text}</LongText>
    <div className="flex flex-wrap gap-2">
      <Button small icon={<Copy />} onClick={() => void copyText(text, 'Text copied.')}>
        Copy
      </Button>
      <Button small icon={<Trash2 />} onClick={onDiscard}>
        Discard
      </Button>
    </div>
  </section>
)
