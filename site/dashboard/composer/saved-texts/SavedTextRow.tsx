import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import type { SavedText } from './saved-texts.ts'

type SavedTextRowProps = {
  item: SavedText
  /** The word for it in messages, such as 'template'. */
  noun: string
  maxName: number
  onInsert: () => void
  /** Returns the error in the name, if any. */
  onRename: (name: string) => Promise<string | undefined>
  onDelete: () => void
}

/** A saved text that can be inserted, renamed and deleted. */

export function SavedTextRow(props: SavedTextRowProps) {
  const { item, onInsert, onDelete } = props
  const [renaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)

  function stopRenaming() {
    setRenaming(false)
    requestAnimationFrame(() => renameButton.current?.focus())
  }

  if (renaming) return <Rename {...props} onDone={stopRenaming} />
  return (
    <li ref={keepFocus} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="grid min-w-40 grow basis-0 gap-0.5">
        <p className="truncate text-sm font-semibold">{item.name}</p>
        <p className="line-clamp-2 text-xs text-soft">{item.text}</p>
      </div>
      <div className="flex items-center gap-1">
        <Button small onClick={onInsert} aria-label={`Insert ${item.name}`}>
          Insert
        </Button>
        <IconButton
          ref={renameButton}
          label={`Rename ${item.name}`}
          tip="Rename"
          icon={<Pencil aria-hidden="true" className="size-4" />}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          label={`Delete ${item.name}`}
          tip="Delete"
          danger
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}

type RenameProps = Pick<SavedTextRowProps, 'item' | 'noun' | 'maxName' | 'onRename'> & { onDone: () => void }

function Rename({ item, noun, maxName, onRename, onDone }: RenameProps) {
  const [name, setName] = useState(item.name)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const wrong = await onRename(name)
    setProblem(wrong)
    if (!wrong) onDone()
  }

  return (
    <li className="py-3">
      <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-2">
        <TextField
          label={`Name of the ${noun}`}
          value={name}
          maxLength={maxName}
          onChange={event => setName(event.target.value)}
          {...(problem && { error: problem })}
        />
        <div className="flex gap-2">
          <Button type="submit" small>
            Save name
          </Button>
          <Button small variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </form>
    </li>
  )
}
