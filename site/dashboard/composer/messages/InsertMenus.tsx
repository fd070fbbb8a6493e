import { useStore } from '@nanostores/react'
import { onMount } from 'nanostores'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'

import type { NetworkId } from '#shared/networks.ts'
import { countTags, tagLimit } from '#shared/posts/captions.ts'
import { type Field, FIELDS, placeholder } from '#shared/posts/fields.ts'
import { hashtagsIn, type SavedText, SaveHashtagSet } from '#shared/posts/saved-texts.ts'
import {
  $emoji,
  $recentEmoji,
  type EmojiGroup,
  groupsFor,
  rememberEmoji,
} from '#site/dashboard/composer/emoji.ts'
import { $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { SavedTextList, savedTexts, SaveForm } from '#site/dashboard/shared/SavedTexts.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'
import { nextButton } from '#site/ui/arrow-keys.ts'
import { Button } from '#site/ui/Button.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { $textRules } from './shown-network.ts'

const sets = savedTexts({
  noun: 'hashtag set',
  list: () => dataOf(api['hashtag-sets'].$get()),
  schema: SaveHashtagSet,
  put: (id, json) => api['hashtag-sets'][':id'].$put({ param: { id }, json }),
  remove: id => api['hashtag-sets'][':id'].$delete({ param: { id } }),
})

onMount(sets.$items, () => $selectionVersion.listen(() => sets.$items.resetAndRefetch()))

export function missingTags(set: string, text: string): string[] {
  const present = new Set(hashtagsIn(text).map(tag => tag.toLowerCase()))
  return hashtagsIn(set).filter(tag => !present.has(tag.toLowerCase()))
}

type HashtagSetsProps = { text: string; networks: readonly NetworkId[]; onInsert: (text: string) => void }

/** Inserts one of the business's hashtag sets at the cursor, or saves the message's hashtags as a new one. */
export function HashtagSets({ text, networks, onInsert }: HashtagSetsProps) {
  const present = hashtagsIn(text).join(' ')

  function insert(set: SavedText) {
    const missing = missingTags(set.text, text)
    const limit = tagLimit(networks)
    const room = limit ? limit.hashtags - countTags(text).hashtags : Infinity
    if (missing.length === 0) return toast('info', `The message already has all of “${set.name}”.`)
    if (missing.length > room)
      return toast(
        'info',
        `${limit?.name} takes up to ${limit?.hashtags} hashtags, and there is room for ${Math.max(0, room)} more. “${set.name}” would add ${missing.length}.`,
      )
    return onInsert(missing.join(' '))
  }

  return (
    <div className="grid gap-3">
      <SavedTextList
        saved={sets}
        onInsert={insert}
        empty={
          <div className="flex items-center justify-between gap-3">
            <p className="text-sm text-soft">
              {present ? 'No hashtag sets yet. Save these to use them again.' : 'No hashtag sets yet.'}
            </p>
            {!present && (
              <Button small onClick={() => onInsert('#')}>
                Write hashtags
              </Button>
            )}
          </div>
        }
      />
      {present && (
        <SaveForm
          label="Save this message’s hashtags"
          placeholder="Name, for example Cakes"
          buttonLabel="Save as set"
          text={present}
          onSave={name => sets.save(name, present)}
        />
      )}
    </div>
  )
}

const LABELS: Record<Field, string> = { name: 'Name', phone: 'Phone number', address: 'Address' }

/** Fields to insert at the cursor, each with its value in this business. */
export function FieldMenu({ onPick }: { onPick: (text: string) => void }) {
  const { fields } = useStore($textRules)
  const { one, many } = useStore($businessNoun)
  return (
    <div className="grid gap-2">
      <p className="px-2 text-sm text-soft">
        Each {one} fills in its own when you copy the post to other {many}.
      </p>
      <ul>
        {FIELDS.map(field => (
          <li key={field}>
            <button
              type="button"
              className="btn btn-ghost h-auto min-h-11 w-full flex-col items-start gap-0 px-2 py-1.5 text-start"
              onClick={() => onPick(placeholder(field))}
            >
              <span>{LABELS[field]}</span>
              <span className="text-xs font-normal text-soft wrap-anywhere">
                {fields[field] || 'Not known here. It comes from the Google location.'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type EmojiPickerProps = { onPick: (emoji: string, keepsOpen: boolean) => void }

/** Finds emoji by keyword or group. Shift keeps the picker open. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const emoji = useStore($emoji)
  // Doesn't change while the picker is open, so that buttons don't move.
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
    // Enter may end the composition of a character.
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
