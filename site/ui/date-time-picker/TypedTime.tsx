import { type KeyboardEvent, useState } from 'react'

import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { TextField } from '#site/ui/fields/Field.tsx'
import { dayKey } from './days.ts'
import { readTime } from './read-time.ts'

type TypedTimeProps = { day: Date; min: Date; zone: string; onSelect: (time: Date) => void }

/** Takes a time of the chosen day by typing it and pressing Enter. */
export function TypedTime({ day, min, zone, onSelect }: TypedTimeProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
    // The picker may be within a form.
    event.preventDefault()
    const minutes = readTime(text)
    if (minutes === undefined) return setError('Type a time such as 5:30 pm.')
    const time = instantIn(zone, { day: dayKey(day), minutes })
    if (clockIn(zone, time).minutes !== minutes) return setError('The clocks skip this time on that day.')
    if (time <= min) return setError('This time has passed.')
    onSelect(time)
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
