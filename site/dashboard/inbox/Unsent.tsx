import { Copy, Trash2 } from 'lucide-react'

import { copyText } from '#site/lib/copy-text.ts'
import { Button } from '#site/ui/Button.tsx'

type UnsentProps = {
  /** Says why the text can't be sent. */
  why: string
  text: string
  onDiscard: () => void
}

/** Keeps a text that can't be sent any more until its writer has copied or discarded it. */
export const Unsent = ({ why, text, onDiscard }: UnsentProps) => (
  <section
    aria-label="Your unsent text"
    className="grid gap-2 rounded-box border border-amber/35 bg-warning/10 p-4"
  >
    <p role="alert" className="text-sm font-semibold">
      {why} Your text:
    </p>
    <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
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
