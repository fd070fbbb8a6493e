import type { KeyboardEvent } from 'react'

import { TextField } from '#site/ui/fields/Field.tsx'

type TypedTimeProps = {
  text: string
  error: string | undefined
  onText: (text: string) => void
  /** Called when the focus leaves the field. */
  onLeave: () => void
  onEnter: () => void
}

/** Takes a time of the chosen day by typing it. */
export function TypedTime({ text, error, onText, onLeave, onEnter }: TypedTimeProps) {
  function onKeyDown(event: KeyboardEvent) {
    // Escape closes the picker and keeps the earlier time.
    if (event.key === 'Escape') onText('')
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
    // The picker may be within a form.
    event.preventDefault()
    onEnter()
  }

  return (
    <TextField
      label="Type a time"
      hideLabel
      placeholder="Type: 5:30 pm"
      autoComplete="off"
      value={text}
      onChange={event => onText(event.target.value)}
      onBlur={onLeave}
      onKeyDown={onKeyDown}
      className="input-sm w-full pointer-coarse:h-11"
      {...(error && { error })}
    />
  )
}
