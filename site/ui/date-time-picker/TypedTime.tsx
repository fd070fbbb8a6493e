import { type KeyboardEvent, useState } from 'react'

import { TextField } from '#site/ui/fields/Field.tsx'
import { type Limits, readInstant } from './read-time.ts'

type TypedTimeProps = Limits & { onSelect: (time: Date) => void }

/** Takes a time of the chosen day by typing it and pressing Enter. */
export function TypedTime({ onSelect, ...limits }: TypedTimeProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
    // The picker may be within a form.
    event.preventDefault()
    const time = readInstant(text, limits)
    if (typeof time === 'string') setError(time)
    else onSelect(time)
  }

  return (
    <TextField
      label="Type a time"
      hideLabel
      placeholder="Type: 5:30 pm"
      autoComplete="off"
      value={text}
      onChange={event => {
        setText(event.target.value)
        setError(undefined)
      }}
      onKeyDown={onKeyDown}
      className="input-sm w-full pointer-coarse:h-11"
      {...(error && { error })}
    />
  )
}
