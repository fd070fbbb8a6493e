import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

const LINES = { two: 'line-clamp-2', few: 'line-clamp-3', some: 'line-clamp-6' }

export type ClampedTextProps = {
  lines: keyof typeof LINES
  /** Label of the button that shows the rest. */
  more: string
  /** Puts the button at the end of the last line. */
  inline?: boolean
  className?: string
  children: ReactNode
}

/** The first lines of a text with its line breaks, and a button for the rest if there is any. */
export function ClampedText({ lines, more, inline, className = '', children }: ClampedTextProps) {
  const [open, setOpen] = useState(false)
  const [overflows, setOverflows] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => {
    const element = text.current
    if (element && !open) setOverflows(element.scrollHeight > element.clientHeight + 1)
  }, [children, open])

  return (
    <div className={`relative ${className}`}>
      <p ref={text} dir="auto" className={`wrap-anywhere whitespace-pre-wrap ${open ? '' : LINES[lines]}`}>
        {children}
      </p>
      {overflows && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={`cursor-pointer text-soft underline-offset-4 hover:underline ${inline && !open ? 'absolute end-0 bottom-0 bg-raised ps-1' : ''}`}
        >
          {open ? 'Show less' : more}
        </button>
      )}
    </div>
  )
}
