import { useStore } from '@nanostores/react'
import { Sparkles, Square, Undo2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'

import { CAPTION_CHANGES, CAPTION_MESSAGES, type CaptionChange } from '#shared/posts/captions.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { Button } from '#site/ui/Button.tsx'
import {
  $aiTexts,
  isByAi,
  type Box,
  $announcements,
  $writing,
  stopWriting,
  undoWriting,
  writeInto,
  $written,
  lastStep,
} from './writing.ts'

/** True if this installation has AI. */
export const $canWrite = remote(async () => {
  const response = await (await api.captions.$get()).json()
  return response.data.available
})

const LABELS: Record<CaptionChange, string> = { shorter: 'Shorter', longer: 'Longer', rephrase: 'Rephrase' }

type WritingBarProps = { box: Box; label: string; text: string }

/** Buttons below a message: generate with AI, stop, change and undo. */
export function WritingBar({ box, label, text }: WritingBarProps) {
  const canWrite = useStore($canWrite)
  const writing = useStore($writing)
  const canUndo = lastStep(useStore($written)[box], text) !== undefined
  const announcement = useStore($announcements)[box]
  const byAi = isByAi(text, useStore($aiTexts))
  const generate = useRef<HTMLButtonElement>(null)
  const here = writing?.box === box

  // The Stop button disappears when the text is complete, so the focus returns to the button that started the writing.
  useLayoutEffect(() => {
    if (!here && document.activeElement === document.body) generate.current?.focus()
  }, [here])

  if (canWrite.state === 'ready' && !canWrite.data)
    return <p className="text-xs text-soft">{CAPTION_MESSAGES.unavailable}</p>
  const change = here ? writing.change : undefined
  const blocked = writing !== undefined || text === ''
  return (
    <div
      role="group"
      aria-label={`AI for ${label.toLowerCase()}`}
      className="flex flex-wrap items-center gap-1.5"
    >
      <Button
        ref={generate}
        small
        icon={<Sparkles className="size-3.5" />}
        busy={here && !change}
        disabled={blocked && !here}
        onClick={() => void writeInto(box)}
      >
        <span>
          <span className="max-sm:sr-only">Generate with </span>AI
        </span>
      </Button>
      {here && (
        <Button
          small
          variant="quiet"
          icon={<Square className="size-3 fill-current" />}
          onClick={() => {
            stopWriting()
            generate.current?.focus()
          }}
        >
          Stop
        </Button>
      )}
      {(change || (byAi && !here)) &&
        CAPTION_CHANGES.map(each => (
          <Button
            key={each}
            small
            variant="quiet"
            busy={change === each}
            disabled={blocked && change !== each}
            onClick={() => void writeInto(box, each)}
          >
            {LABELS[each]}
          </Button>
        ))}
      {!here && canUndo && (
        <Button
          small
          variant="quiet"
          icon={<Undo2 className="size-3.5" />}
          onClick={() => {
            undoWriting(box)
            generate.current?.focus()
          }}
        >
          Undo
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
