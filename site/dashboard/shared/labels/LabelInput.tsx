import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { isSameLabel, MAX_LABEL, MAX_LABELS, splitLabels, addLabel } from '#shared/posts/labels.ts'
import { Field } from '#site/ui/fields/Field.tsx'
import { $labels } from './store.ts'

type LabelInputProps = {
  label: string
  labels: readonly string[]
  onChange: (labels: string[]) => void
  focusOnMount?: boolean
  /** Labels to suggest in addition to those of posts. */
  known?: readonly string[] | undefined
}

/** Enters labels one by one. Enter, a comma and leaving the field add the typed one, in the case of a known label. */
export function LabelInput({ label, labels, onChange, focusOnMount, known: others = [] }: LabelInputProps) {
  const [text, setText] = useState('')
  const loaded = useStore($labels).data ?? []
  const known = others.reduce(addLabel, [...loaded])
  const suggestions = known.filter(each => !labels.some(chosen => isSameLabel(chosen, each)))
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusOnMount) input.current?.focus()
  }, [focusOnMount])

  function add(typed: string) {
    setText('')
    const spelled = splitLabels(typed).map(label => known.find(one => isSameLabel(one, label)) ?? label)
    const added = spelled.reduce(addLabel, [...labels]).slice(0, MAX_LABELS)
    if (added.length > labels.length) onChange(added)
  }

  function type(typed: string) {
    if (typed.includes(',') || suggestions.includes(typed)) add(typed)
    else setText(typed)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '') onChange(labels.slice(0, -1))
  }

  return (
    <Field label={label} hint="For you and your team; not published.">
      {control => (
        <div className="flex min-h-10 flex-wrap items-center gap-1 rounded-field border border-edge bg-raised px-2 py-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-base-content">
          <ul className="contents">
            {labels.map(each => (
              <li
                key={each}
                className="flex max-w-full items-center rounded-selector bg-base-200 ps-2 text-sm"
              >
                <span className="truncate">{each}</span>
                <button
                  type="button"
                  className="grid size-6 shrink-0 cursor-pointer place-items-center pointer-coarse:size-11"
                  onClick={() => {
                    onChange(labels.filter(kept => kept !== each))
                    input.current?.focus()
                  }}
                >
                  <X className="size-3.5" />
                  <span className="sr-only">Remove the label {each}</span>
                </button>
              </li>
            ))}
          </ul>
          <input
            {...control}
            ref={input}
            list={listId}
            maxLength={MAX_LABEL}
            value={text}
            readOnly={labels.length >= MAX_LABELS}
            onChange={event => type(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => add(text)}
            className="min-w-24 grow bg-transparent text-sm outline-none pointer-coarse:min-h-9"
          />
          <datalist id={listId}>
            {suggestions.map(each => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
        </div>
      )}
    </Field>
  )
}
