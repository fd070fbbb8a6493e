import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState, useEffect, useRef, type ChangeEvent } from 'react'
import * as v from 'valibot'

import { capitalised } from '#shared/plural.ts'
import {
  MAX_SAVED_TEXT_NAME,
  type SavedText,
  type SaveHashtagSet,
  type SaveReply,
  type SaveTemplate,
  type SaveText,
} from '#shared/posts/saved-texts.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { randomId } from '#site/lib/random-id.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast, toastWithUndo } from '#site/lib/toasts.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

type Calls = {
  /** Such as 'template'. */
  noun: string
  schema: typeof SaveTemplate | typeof SaveReply | typeof SaveHashtagSet
  list: () => Promise<SavedText[]>
  put: (id: string, input: SaveText) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}

/** Creates a store of saved texts. The browser chooses their ids, so that Undo can save a deleted text again. */
export function savedTexts({ noun, schema, list, put, remove: call }: Calls) {
  const $items = remote(list)

  /** Saves a text. @returns an error message, if any */
  async function save(name: string, text: string, id = randomId()): Promise<string | undefined> {
    const input = v.safeParse(schema, { name, text })
    if (!input.success) return input.issues[0].message
    return failureOf(`This ${noun} wasn’t saved. Try again.`, async () => {
      await put(id, input.output)
      await $items.reload()
    })
  }

  async function remove({ _id: id, name, text }: SavedText) {
    const isDeleted = await withErrorToast(`That ${noun} wasn’t deleted. Try again.`, () => call(id))
    // Reloads before the toast appears, because Tab reaches it from where the focus moves when the row disappears.
    await $items.reload()
    if (!isDeleted) return
    toastWithUndo(`${capitalised(noun)} deleted.`, async () => {
      const wrong = await save(name, text, id)
      if (wrong) toast('error', wrong)
    })
  }

  return { noun, $items, save, remove }
}

type SavedTexts = ReturnType<typeof savedTexts>

type SaveFormProps = {
  label: string
  placeholder: string
  buttonLabel: string
  text: string
  /** Returns an error message, if any. */
  onSave: (name: string) => Promise<string | undefined>
}

function useNaming(start: string, onSave: SaveFormProps['onSave'], onDone?: () => void) {
  const [name, setName] = useState(start)
  const [problem, setProblem] = useState<string>()
  const [busy, form] = useSubmit(async () => {
    const wrong = await onSave(name)
    setProblem(wrong)
    if (wrong) return
    setName('')
    onDone?.()
  })
  const field = {
    value: name,
    maxLength: MAX_SAVED_TEXT_NAME,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setName(event.target.value),
    ...(problem && { error: problem }),
  }
  return { busy, form, field }
}

export function SaveForm({ label, placeholder, buttonLabel, text, onSave }: SaveFormProps) {
  const { busy, form, field } = useNaming('', onSave)
  return (
    <form {...form} className="grid gap-2 rounded-box border border-base-300 p-4">
      <TextField label={label} placeholder={placeholder} {...field} />
      <p className="line-clamp-2 text-xs text-soft">{text}</p>
      <Button type="submit" small busy={busy} className="justify-self-start">
        {buttonLabel}
      </Button>
    </form>
  )
}

type SavedTextListProps = {
  saved: SavedTexts
  empty: ReactNode
  onInsert: (item: SavedText) => void
}

export const SavedTextList = ({ saved, empty, onInsert }: SavedTextListProps) => (
  <Loaded store={saved.$items} loading={<SkeletonRows rows={2} label={`Loading ${saved.noun}s`} />}>
    {items =>
      items.length === 0 ? (
        empty
      ) : (
        <ul className="-mt-2 grid grid-cols-1 divide-y divide-base-300">
          {items.map(item => (
            <Row key={item._id} saved={saved} item={item} onInsert={() => onInsert(item)} />
          ))}
        </ul>
      )
    }
  </Loaded>
)

type RowProps = { saved: SavedTexts; item: SavedText; onInsert: () => void }

function Row({ saved, item, onInsert }: RowProps) {
  const [renaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)

  function stopRenaming() {
    setRenaming(false)
    requestAnimationFrame(() => renameButton.current?.focus())
  }

  if (renaming) return <Rename saved={saved} item={item} onDone={stopRenaming} />
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
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
          icon={<Pencil />}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          label={`Delete ${item.name}`}
          tip="Delete"
          danger
          icon={<Trash2 />}
          onClick={() => void saved.remove(item)}
        />
      </div>
    </li>
  )
}

function Rename({ saved, item, onDone }: Omit<RowProps, 'onInsert'> & { onDone: () => void }) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const { busy, form, field } = useNaming(item.name, name => saved.save(name, item.text, item._id), onDone)

  return (
    <li className="py-3">
      <form {...form} ref={element} className="grid gap-2">
        <TextField label={`Name of the ${saved.noun}`} {...field} />
        <div className="flex gap-2">
          <Button type="submit" small busy={busy}>
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
