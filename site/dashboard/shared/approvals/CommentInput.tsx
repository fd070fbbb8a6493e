import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { plural } from '#shared/plural.ts'
import type { Person } from '#shared/posts/mentions.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { $people } from './comments.ts'
import { completeMention, suggestionsFor, typedMention } from './mentioning.ts'

type CommentInputProps = {
  value: string
  focused: boolean
  onChange: (value: string) => void
  onMention: (person: Person) => void
}

/** A comment in which '@' suggests the members of the business. Arrow keys, Enter and Escape work without leaving the text. */
export function CommentInput({ value, focused, onChange, onMention }: CommentInputProps) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const me = useStore($me)
  const myId = me.state === 'ready' ? me.data._id : undefined
  const people = useStore($people).filter(({ _id }) => _id !== myId)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  /** Position of the '@' whose suggestions were closed or accepted. */
  const [closedAt, setClosedAt] = useState<number>()

  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  const typed = typedMention(value, caret)
  const found = typed && typed.at !== closedAt ? suggestionsFor(typed.query, people) : []
  const chosen = found[active] ?? found[0]
  const optionId = (person: Person) => `${id}-${person._id}`

  const activeId = chosen && optionId(chosen)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(person: Person) {
    if (!typed) return
    const next = completeMention(value, typed, person)
    onChange(next.text)
    onMention(person)
    setClosedAt(typed.at)
    setCaret(next.caret)
    const element = input.current
    // React sets the value first, which moves the caret to the end.
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(next.caret, next.caret)
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!chosen || event.nativeEvent.isComposing) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0) setActive((found.indexOf(chosen) + by + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
    else if (event.key === 'Escape') setClosedAt(typed?.at)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="grid grid-cols-1 gap-1">
      <TextArea
        ref={input}
        rows={2}
        maxLength={5000}
        label="Add a comment"
        hint={people.length > 0 && 'Type @ to mention somebody.'}
        value={value}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={activeId}
        onKeyDown={onKeyDown}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setClosedAt(typed?.at)}
        onChange={event => {
          const { value: next, selectionStart } = event.target
          onChange(next)
          setCaret(selectionStart)
          setActive(0)
          if (next[closedAt ?? -1] !== '@') setClosedAt(undefined)
        }}
      />
      <p role="status" className="sr-only">
        {found.length > 0 && `${plural(found.length, 'person', 'people')}. Arrow keys and Enter choose.`}
      </p>
      {found.length > 0 && (
        <ul
          id={`${id}-people`}
          role="listbox"
          aria-label="People to mention"
          className="grid grid-cols-1 rounded-field border border-base-300 bg-raised p-1"
        >
          {found.map(person => (
            <li
              key={person._id}
              id={optionId(person)}
              role="option"
              aria-selected={person === chosen}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm hover:bg-base-200 aria-selected:bg-base-200"
              // The text keeps the focus.
              onPointerDown={event => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <span className="truncate">{person.name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
