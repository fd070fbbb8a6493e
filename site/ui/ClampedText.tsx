import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

const LINES = {
  2: 'line-clamp-2',
  3: 'line-clamp-3',
  6: 'line-clamp-6',
  /** For content with several paragraphs, which `line-clamp` can't cut. */
  blocks: 'max-h-[16lh] overflow-hidden',
}

export type ClampedTextProps = {
  lines: keyof typeof LINES
  /** Label of the button that shows the rest. */
  more: string
  /** Puts the button at the end of the third line, in place of an ellipsis. */
  inline?: boolean
  className?: string
  children: ReactNode
}

/** The first lines of a text with its line breaks, and a button for the rest if there is any. */
export function ClampedText({ lines, more, inline, className = '', children }: ClampedTextProps) {
  const [open, setOpen] = useState(false)
  const [overflows, setOverflows] = useState(false)
  const text = useRef<HTMLDivElement & HTMLParagraphElement>(null)
  const Text = lines === 'blocks' ? 'div' : 'p'

  useLayoutEffect(() => {
    const element = text.current
    if (element && !open) setOverflows(element.scrollHeight > element.clientHeight + 1)
  }, [children, open])

  const isInside = inline && overflows && !open
  const button = overflows && (
    <button
      type="button"
      // The direction of the text doesn't apply to the button.
      dir="ltr"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className={`cursor-pointer text-soft underline-offset-4 -outline-offset-2 hover:underline ${isInside ? 'float-end clear-end ps-1' : ''}`}
    >
      {open ? 'Show less' : more}
    </button>
  )

  return (
    <div className={className}>
      <Text
        ref={text}
        dir="auto"
        className={`wrap-anywhere whitespace-pre-wrap ${open ? '' : inline ? 'max-h-[3lh] overflow-hidden' : LINES[lines]}`}
      >
        {isInside && (
          <>
            <span className="float-end h-[2lh]" />
            {button}
          </>
        )}
        {children}
      </Text>
      {!isInside && button}
    </div>
  )
}
