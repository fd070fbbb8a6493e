import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'

import { nextButton } from '#site/ui/arrow-keys.ts'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { $emoji, $recentEmoji, type EmojiGroup, groupsFor, rememberEmoji } from './emoji.ts'

type EmojiPickerProps = { onPick: (emoji: string, keepsOpen: boolean) => void }

/** Finds emoji by keyword, or by browsing groups. Shift keeps the picker open. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const emoji = useStore($emoji)
  // The recent emoji at the time of opening, so that buttons don't move while the author picks.
  const [recent] = useState($recentEmoji.get())
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const field = useRef<HTMLInputElement>(null)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.focus(), [])

  function pick(picked: string, keepsOpen: boolean) {
    rememberEmoji(picked)
    onPick(picked, keepsOpen)
  }

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>('[data-emoji]') ?? [])]
    const isField = event.target === field.current
    // Enter may also end the composition of a character.
    if (event.nativeEvent.isComposing) return
    if (isField && event.key === 'Enter') {
      event.preventDefault()
      buttons[0]?.click()
      return
    }
    if (isField && event.key !== 'ArrowDown') return
    const next = isField ? buttons[0] : nextButton(buttons, document.activeElement, event.key)
    if (!next && event.key === 'ArrowUp') field.current?.focus()
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  if (emoji.state === 'failed')
    return (
      <div className="p-4">
        <ErrorState message={emoji.message} onRetry={$emoji.reload} />
      </div>
    )
  return (
    <div
      ref={root}
      role="group"
      aria-label="Emoji"
      onKeyDown={onKeyDown}
      className="grid h-full grid-rows-[auto_minmax(0,1fr)]"
    >
      <div className="border-b border-base-300 p-2">
        <input
          ref={field}
          type="search"
          value={search}
          onChange={event => setSearch(event.target.value)}
          aria-label="Search emoji"
          placeholder="Search emoji"
          className="input pointer-coarse:h-11"
        />
      </div>
      <div className="overflow-y-auto px-2 pb-2">
        {emoji.state === 'loading' ? (
          <SkeletonRows rows={4} label="Loading emoji" />
        ) : (
          groupsFor(emoji.data, wanted, recent).map((group, index) => (
            <Group key={group[0]} group={group} isFirst={index === 0} onPick={pick} />
          ))
        )}
      </div>
    </div>
  )
}

type GroupProps = { group: EmojiGroup; isFirst: boolean; onPick: EmojiPickerProps['onPick'] }

const Group = ({ group: [name, emoji], isFirst, onPick }: GroupProps) => (
  <section aria-label={name} className="[contain-intrinsic-height:auto_30rem] [content-visibility:auto]">
    <h3
      role={emoji.length === 0 ? 'status' : undefined}
      className="pt-2 pb-1 text-xs font-semibold text-soft"
    >
      {name}
    </h3>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] pointer-coarse:grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))]">
      {emoji.map(([picture, , emojiName], index) => (
        <button
          key={picture}
          type="button"
          data-emoji
          tabIndex={isFirst && index === 0 ? 0 : -1}
          title={emojiName}
          aria-label={emojiName}
          onClick={event => onPick(picture, event.shiftKey)}
          className="grid aspect-square cursor-pointer place-items-center rounded-field text-xl hover:bg-base-200 focus-visible:bg-base-200"
        >
          {picture}
        </button>
      ))}
    </div>
  </section>
)
