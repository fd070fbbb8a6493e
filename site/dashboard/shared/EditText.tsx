import { useState } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { lengthIn } from '#shared/text/lengths.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { FormMessage, TextArea } from '#site/ui/fields/Field.tsx'
import { focusOnMount } from '#site/ui/focus-on-mount.ts'

type EditTextProps = {
  label: string
  network: NetworkId
  maxChars: number
  before: string
  /** Returns an error message, if any. */
  onSave: (text: string) => Promise<string | undefined>
  onClose: () => void
}

/** Edits a text of a network in place. Closes once it is saved. */
export function EditText({ label, network, maxChars, before, onSave, onClose }: EditTextProps) {
  const [text, setText] = useState(before)
  const [problem, setProblem] = useState('')
  const [busy, form] = useSubmit(async () => {
    const failed = text === before ? undefined : await onSave(text)
    if (failed) setProblem(failed)
    else onClose()
  })
  return (
    <form {...form} className="grid grid-cols-1 gap-2.5">
      <TextArea
        ref={focusOnMount}
        label={label}
        aside={<CharacterCount length={lengthIn(networks[network].lengthUnit, text)} limit={maxChars} />}
        rows={3}
        value={text}
        readOnly={busy}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape' || busy) return
          // A panel around the form stays open.
          event.preventDefault()
          onClose()
        }}
        className="field-sizing-content max-h-72 min-h-20"
      />
      <FormMessage message={problem} />
      <div className="flex flex-wrap gap-2">
        <Button small type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button small variant="quiet" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
