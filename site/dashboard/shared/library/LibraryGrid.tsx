import { useStore } from '@nanostores/react'
import { Check, Images, Tag, type LucideIcon } from 'lucide-react'
import {
  type ComponentProps,
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  useRef,
  useState,
} from 'react'

import { type LibrarySort, LIBRARY_SORTS } from '#shared/media/library-sorts.ts'
import type { LibraryItem } from '#shared/media/library.ts'
import { plural } from '#shared/plural.ts'
import { $router, type Search, setSearch } from '#site/dashboard/shared/router.ts'
import { formatBytes } from '#site/lib/format.ts'
import { moveAmong } from '#site/ui/arrow-keys.ts'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { CHIPS, PRESSABLE } from '#site/ui/fields/pressed.ts'
import { SearchField } from '#site/ui/fields/SearchField.tsx'
import { VideoFrame } from '#site/ui/media/VideoFrame.tsx'
import { MoreButton } from '#site/ui/MoreButton.tsx'
import { $draggedItem, $filter, $mediaLabels, $sort, filterLibrary, loadMore } from './store.ts'

/** Sorts the library, by the URL on its own screen. */
export const sortLibrary = (sort: LibrarySort) =>
  $router.get()?.route === 'media'
    ? setSearch({ sort: sort === 'newest' ? undefined : sort })
    : $sort.set(sort)

$router.subscribe(page => {
  if (page?.route !== 'media') return
  const { sort }: Search = page.search
  $sort.set(LIBRARY_SORTS.find(each => each === sort) ?? 'newest')
})

const KINDS = [
  { value: 'image', label: 'Pictures' },
  { value: 'video', label: 'Videos' },
]
const USES = [
  { value: 'used', label: 'Used' },
  { value: 'unused', label: 'Unused' },
]

const SORTS: { value: LibrarySort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'used', label: 'Last used' },
  { value: 'name', label: 'Name' },
  { value: 'size', label: 'Largest' },
]

type FiltersProps = {
  /** False if only one kind of files is listed. */
  hasKinds?: boolean
  /** Called when a file is dropped on a label. */
  onLabel?: ((item: LibraryItem, label: string) => void) | undefined
}

export function LibraryFilters({ hasKinds = true, onLabel }: FiltersProps) {
  const { search, kind, use } = useStore($filter)
  const sort = useStore($sort)
  return (
    <div className="@container grid gap-3">
      <div className="flex flex-wrap gap-2 *:grow *:basis-24 *:first:basis-full @lg:gap-3 @3xl:*:basis-32 @3xl:*:first:basis-64">
        <SearchField
          label="Search"
          placeholder="Search names, alt texts and labels"
          value={search}
          onSearch={text => filterLibrary({ search: text })}
        />
        {hasKinds && (
          <SelectField
            label="Kind"
            hideLabel
            placeholder="All kinds"
            choices={KINDS}
            value={kind}
            onChange={event => filterLibrary({ kind: event.target.value as typeof kind })}
          />
        )}
        <SelectField
          label="Use"
          hideLabel
          placeholder="Any use"
          choices={USES}
          value={use}
          onChange={event => filterLibrary({ use: event.target.value as typeof use })}
        />
        <SelectField
          label="Order"
          hideLabel
          choices={SORTS}
          value={sort}
          onChange={event => sortLibrary(event.target.value as LibrarySort)}
        />
      </div>
      <Labels onLabel={onLabel} />
    </div>
  )
}

/** Labels serve as folders: each shows its files, and labels those that are dropped on it. */
function Labels({ onLabel }: Pick<FiltersProps, 'onLabel'>) {
  const { label, labelled } = useStore($filter)
  const labels = useStore($mediaLabels).data ?? []
  const [over, setOver] = useState<string>()
  if (labels.length === 0) return null
  const choose = (chosen: string, isNone = false) =>
    filterLibrary({ label: chosen, labelled: isNone ? 'none' : '' })
  const isAll = label === '' && labelled === ''
  return (
    <div role="group" aria-label="Labels" className={`${CHIPS} max-h-32 overflow-y-auto`}>
      <LabelButton icon={Images} isChosen={isAll} onClick={() => choose('')}>
        All files
      </LabelButton>
      {labels.map(each => (
        <LabelButton
          key={each}
          icon={Tag}
          isChosen={each === label}
          isOver={each === over}
          onClick={() => choose(each === label ? '' : each)}
          {...(onLabel && {
            onDragOver: event => {
              if (!$draggedItem.get()) return
              event.preventDefault()
              event.stopPropagation()
              setOver(each)
            },
            onDragLeave: () => setOver(undefined),
            onDrop: event => {
              const item = $draggedItem.get()
              setOver(undefined)
              if (!item) return
              event.preventDefault()
              event.stopPropagation()
              onLabel(item, each)
            },
          })}
        >
          {each}
        </LabelButton>
      ))}
      <LabelButton isChosen={labelled !== ''} onClick={() => choose('', labelled === '')}>
        No label
      </LabelButton>
    </div>
  )
}

type LabelButtonProps = ComponentProps<'button'> & { icon?: LucideIcon; isChosen: boolean; isOver?: boolean }

const LabelButton = ({ icon: Icon, isChosen, isOver, children, ...button }: LabelButtonProps) => (
  <button
    {...button}
    type="button"
    aria-pressed={isChosen}
    className={`${PRESSABLE} max-w-full shrink-0 btn-sm ${isOver ? 'outline-2 outline-primary' : ''}`}
  >
    {Icon && <Icon className="size-4 shrink-0" />}
    <span className="truncate">{children}</span>
  </button>
)

type GridProps = {
  items: readonly LibraryItem[]
  nextCursor: string | null
  /** Ids of the chosen files. If undefined, pressing a file opens it. */
  chosen?: ReadonlySet<string>
  isDisabled?: (item: LibraryItem) => boolean
  onPress: (item: LibraryItem) => void
  onDoubleClick?: (item: LibraryItem) => void
  /** Called by a press with Shift, Ctrl or Meta, a long touch and, while files are chosen, any press. */
  onChoose?: (item: LibraryItem, isRange: boolean) => void
}

const LONG_PRESS_MS = 500

/** Thumbnails of the library. Tab reaches one of them, and arrow keys move among them. */
export function LibraryGrid({
  items,
  nextCursor,
  chosen,
  isDisabled,
  onPress,
  onDoubleClick,
  onChoose,
}: GridProps) {
  const [reached, setReached] = useState<string>()
  const bySize = useStore($sort) === 'size'
  const enabled = items.filter(item => !isDisabled?.(item))
  const stop = enabled.find(({ _id }) => _id === reached) ?? enabled[0]

  return (
    <div className="@container grid gap-4">
      <ul
        aria-label="Files"
        aria-description="The arrow keys move between files."
        onKeyDown={moveAmong('button:enabled')}
        className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-3 @md:grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] @3xl:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]"
      >
        {items.map(item => (
          <li
            key={item._id}
            draggable={!chosen}
            onDoubleClick={() => !isDisabled?.(item) && onDoubleClick?.(item)}
            onDragStart={event => startDrag(event, item)}
            onDragEnd={() => $draggedItem.set(undefined)}
          >
            <Tile
              item={item}
              bySize={bySize}
              chosen={chosen?.has(item._id)}
              disabled={isDisabled?.(item) ?? false}
              isStop={item === stop}
              onFocus={() => setReached(item._id)}
              onPress={({ shiftKey, ctrlKey, metaKey }) => {
                if (onChoose && (chosen || shiftKey || ctrlKey || metaKey)) onChoose(item, shiftKey)
                else onPress(item)
              }}
              onLongPress={onChoose && (() => onChoose(item, false))}
            />
          </li>
        ))}
      </ul>
      {nextCursor && <MoreButton items="li" onMore={loadMore} />}
    </div>
  )
}

function startDrag({ dataTransfer }: DragEvent, item: LibraryItem) {
  dataTransfer.effectAllowed = 'copy'
  // Without data, Firefox drags nothing.
  dataTransfer.setData('text/plain', item.name)
  $draggedItem.set(item)
}

type TileProps = {
  item: LibraryItem
  bySize: boolean
  chosen: boolean | undefined
  disabled: boolean
  isStop: boolean
  onFocus: () => void
  onPress: (event: MouseEvent) => void
  onLongPress?: (() => void) | undefined
}

const Tile = ({ item, bySize, chosen, disabled, isStop, onFocus, onPress, onLongPress }: TileProps) => (
  <button
    {...useLongPress(onPress, onLongPress)}
    type="button"
    aria-pressed={chosen}
    disabled={disabled}
    tabIndex={isStop ? 0 : -1}
    onFocus={onFocus}
    className="group grid w-full cursor-pointer gap-1 rounded-field text-start disabled:cursor-not-allowed disabled:opacity-50"
  >
    <span
      className="relative block aspect-square w-full overflow-hidden rounded-field border border-base-300 bg-base-200
        group-hover:border-base-content group-aria-pressed:outline-3 group-aria-pressed:-outline-offset-3 group-aria-pressed:outline-base-content"
    >
      {item.thumbnailUrl ? (
        <img
          src={item.thumbnailUrl}
          alt={item.altText}
          loading="lazy"
          draggable={false}
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <VideoFrame url={item.url} name={item.name} />
      )}
      {item.duration !== undefined && (
        <span className="absolute end-1.5 bottom-1.5 rounded-sm bg-neutral px-1 text-xs text-neutral-content tabular-nums">
          {formatClock(item.duration)}
        </span>
      )}
      {chosen && (
        <span className="absolute end-1.5 top-1.5 grid size-6 place-items-center rounded-full bg-neutral text-neutral-content">
          <Check className="size-4" />
        </span>
      )}
    </span>
    <span className="truncate text-xs" title={item.name}>
      {item.name}
    </span>
    <span className="truncate text-xs text-soft">
      {[bySize && formatBytes(item.bytes), describeUses(item), ...item.labels].filter(Boolean).join(' · ')}
    </span>
  </button>
)

/** Returns '0:06'. @param duration in seconds */
function formatClock(duration: number): string {
  const seconds = Math.round(duration)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns handlers that distinguish a long touch from a press, and ignore the press that ends it. */
function useLongPress(onPress: (event: MouseEvent) => void, onLongPress?: () => void) {
  const timer = useRef<Timer>(undefined)
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown({ pointerType }: PointerEvent) {
      isLong.current = false
      if (pointerType !== 'touch' || !onLongPress) return
      timer.current = setTimeout(() => {
        isLong.current = true
        onLongPress()
      }, LONG_PRESS_MS)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      if (isLong.current) event.preventDefault()
    },
    onClick(event: MouseEvent) {
      if (isLong.current) isLong.current = false
      else onPress(event)
    },
  }
}

export function describeUses({ posts, drafts }: Pick<LibraryItem, 'posts' | 'drafts'>): string {
  const parts = [posts > 0 && plural(posts, 'post'), drafts > 0 && plural(drafts, 'draft')].filter(Boolean)
  return parts.length > 0 ? `In ${parts.join(' and ')}` : ''
}
