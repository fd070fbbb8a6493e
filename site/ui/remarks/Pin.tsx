import { type CSSProperties, useEffect, useRef } from 'react'

import { type Remark, useRemarks } from './Remarks.tsx'

export const NUMBER =
  'grid size-6 shrink-0 place-items-center rounded-full border border-primary-content bg-primary text-xs font-bold text-primary-content tabular-nums'

type PinProps = { remark: Remark; className: string; style?: CSSProperties }

/** The number of a remark on a preview. Pressing it shows the remark. CSS renders it, so that selected texts don't contain it. */
export function Pin({ remark, className, style }: PinProps) {
  const remarks = useRemarks()
  const button = useRef<HTMLButtonElement>(null)
  const isRevealed = remarks?.revealed?.id === remark.id
  useEffect(() => {
    if (!isRevealed) return
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'center' })
    remarks?.reveal(undefined)
  })
  return (
    <button
      ref={button}
      type="button"
      data-number={remark.label}
      aria-label={`Remark ${remark.label}`}
      className={`${NUMBER} cursor-pointer before:content-[attr(data-number)] after:absolute after:-inset-2.5 ${className}`}
      style={style}
      onClick={() => {
        const shown = document.getElementById(`remark-${remark.id}`)
        shown?.focus()
        shown?.scrollIntoView({ block: 'center' })
      }}
    />
  )
}
