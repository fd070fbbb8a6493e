import { type FormEvent, useState } from 'react'

import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'

type SaveFormProps = {
  label: string
  placeholder: string
  /** Label of the button. */
  action: string
  maxName: number
  /** The text to save. */
  text: string
  /** Returns an error message, if any. */
  onSave: (name: string) => Promise<string | undefined>
}

/** Saves the composer's text under a name. */
export function SaveForm({ label, placeholder, action, maxName, text, onSave }: SaveFormProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    const wrong = await onSave(name)
    setBusy(false)
    setProblem(wrong)
    if (!wrong) setName('')
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-2 rounded-box border border-base-300 p-4">
      <TextField
        label={label}
        placeholder={placeholder}
        value={name}
        maxLength={maxName}
        onChange={event => setName(event.target.value)}
        {...(problem && { error: problem })}
      />
      <p className="line-clamp-2 text-xs text-soft">{text}</p>
      <Button type="submit" small busy={busy} className="justify-self-start">
        {action}
      </Button>
    </form>
  )
}
