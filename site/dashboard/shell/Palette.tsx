import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { plural } from '#shared/plural.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { onBack } from '#site/ui/on-back.ts'
import { $entries, choose, type Entry, findEntries, search } from './palette-entries.ts'
import { Key } from './ShortcutHelp.tsx'
import { closeShortcutDialog } from './shortcuts.ts'

/** Runs commands, and searches screens, businesses, posts, drafts, media and help (ARIA combobox pattern). */
export function Palette() {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const entries = findEntries(useStore($entries), typed)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  useEffect(() => onBack(closeShortcutDialog), [])

  useEffect(() => search(''), [])

  const run = (entry: Entry | undefined) => {
    if (!entry) return
    closeShortcutDialog()
    void choose(entry)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = Math.max(entries.length - 1, 0)
    const next = { ArrowDown: chosen < last ? chosen + 1 : 0, ArrowUp: chosen > 0 ? chosen - 1 : last }[
      event.key
    ]
    if (next !== undefined) setChosen(next)
    else if (event.key === 'Enter') run(entries[chosen])
    else return
    event.preventDefault()
  }

  return (
    <Modal title="Go to" onClose={closeShortcutDialog}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? optionId(chosen) : undefined}
        aria-autocomplete="list"
        aria-label="Search screens, businesses, posts and actions"
        placeholder="Search, or type a command…"
        autoComplete="off"
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          search(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        className="input"
      />
      <ul
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="mt-3 overflow-y-auto not-empty:h-80"
      >
        {entries.map((entry, index) => (
          <li
            key={`${entry.kind} ${entry.id}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(entry)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field border-2 border-transparent px-3 py-0.5 text-sm
              aria-selected:bg-base-200 forced-colors:aria-selected:border-[Highlight]"
          >
            <entry.icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <span className="min-w-0 grow">
              <span className="block truncate">{entry.label}</span>
              {entry.detail && <span className="block truncate text-xs text-soft">{entry.detail}</span>}
            </span>
            {entry.keys && (
              <span className="flex shrink-0 gap-1 max-sm:hidden pointer-coarse:hidden">
                {entry.keys.map(key => (
                  <Key key={key}>{key}</Key>
                ))}
              </span>
            )}
            <span className="shrink-0 text-xs text-soft">{entry.kind}</span>
          </li>
        ))}
      </ul>
      <p role="status" className={entries.length > 0 ? 'sr-only' : 'h-80 px-3 py-2 text-sm text-soft'}>
        {entries.length === 0 ? 'Nothing found. Try another word.' : plural(entries.length, 'result')}
      </p>
    </Modal>
  )
}
