import { useStore } from '@nanostores/react'
import { ChevronUp } from 'lucide-react'
import { atom, computed } from 'nanostores'
import type { ReactNode } from 'react'

import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $isPanelOpen } from '#site/dashboard/shared/post-dialogs/url.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { markRoot } from '#site/ui/mark-root.ts'
import { $isWide, $view } from './days.ts'
import { $isAll } from './filters.ts'

const markTray = markRoot('tray')
const markOpenTray = markRoot('open-tray')

const FoundDrafts = lazyPart(async () => (await import('./FoundDrafts.tsx')).FoundDrafts)

const FRAME = 'rounded-box border border-base-300 bg-raised'
const BESIDE = 'sticky top-3 max-h-[calc(100dvh-1.5rem)] overflow-y-auto'
const BELOW = 'mt-4 ms-auto'
const STICKY =
  'md:sticky md:bottom-3 md:z-20 md:shadow-lift md:not-has-[[open]]:bottom-0 md:not-has-[[open]]:w-fit'

/** Drafts to drag to a day or an hour: beside the calendar in a wide window, otherwise at the bottom of the window. */
function Tray() {
  const drafts = useStore($drafts)
  const isBeside = useStore($isTrayBeside)
  const isOpen = useStore($isTrayOpen)
  const isWide = useStore($isWide)
  const isDropTarget = useStore($view) !== 'list'
  const mayWrite = useStore($can)('write')
  if (!mayWrite || drafts.state !== 'ready' || drafts.data.length === 0) return null
  return (
    <section
      ref={isBeside ? undefined : markTray}
      aria-label="Drafts"
      {...(isBeside ? { 'data-beside': true } : { 'data-tray': true })}
      className={`${FRAME} ${isBeside ? BESIDE : `${BELOW} ${isDropTarget ? STICKY : ''}`}`}
    >
      <details
        ref={isOpen && !isBeside ? markOpenTray : undefined}
        open={isOpen}
        onToggle={event => toggleTray(event.currentTarget.open)}
        className="group"
      >
        <summary
          className={`flex min-h-9 cursor-pointer flex-wrap items-center gap-x-2 rounded-box px-3 text-sm font-semibold -outline-offset-2 pointer-coarse:min-h-11 ${isBeside ? 'pt-2' : ''}`}
        >
          <ChevronUp
            className={`size-4 ${isBeside ? 'rotate-90' : 'rotate-180 group-open:rotate-0 md:rotate-0 md:group-open:rotate-180'}`}
          />
          Drafts{' '}
          <span translate="no" className="text-soft tabular-nums">
            {drafts.data.length}
          </span>
          <span
            className={`hidden text-xs font-normal text-soft ${isBeside ? 'w-full pb-1' : ''} group-open:inline`}
          >
            {isWide ? 'Drag one to a day or an hour, or press it to open it.' : 'Press one to open it.'}
          </span>
        </summary>
        {isOpen && <FoundDrafts isBeside={isBeside} />}
      </details>
    </section>
  )
}

/** Extends the tray's column into the right margin of a wide window. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_13rem] items-start gap-x-3 -me-[clamp(0rem,(100vw-90rem-var(--panel,0px))/2,13.75rem)]'

/** Shows the drafts with one business's calendar, but not with all businesses or a profile. */
export function BesideTray({ children }: { children: ReactNode }) {
  const isGrid = useStore($view) === 'grid'
  return useStore($isAll) || isGrid ? children : <WithTray>{children}</WithTray>
}

const WithTray = ({ children }: { children: ReactNode }) => (
  <div className={useStore($isTrayBeside) ? COLUMNS : ''}>
    <div>{children}</div>
    <Tray />
  </div>
)

const KEY = 'calendar-tray'
const $remembered = atom(browserStorage('localStorage')?.getItem(KEY))
const $fitsBeside = mediaQuery('(min-width: 80rem)', false)

/** True if the tray was last open on this device. */
const $isTrayOpen = computed($remembered, remembered => remembered === 'open')

/** True if the tray is beside the calendar, where an open panel leaves no room. Also while drafts load, so that nothing jumps. */
const $isTrayBeside = computed(
  [$isTrayOpen, $fitsBeside, $isPanelOpen, $can, $drafts],
  (isOpen, fits, isPanelOpen, can, drafts) =>
    isOpen &&
    fits &&
    !isPanelOpen &&
    can('write') &&
    (drafts.state === 'loading' || (drafts.state === 'ready' && drafts.data.length > 0)),
)

let isJustOpened = false

function toggleTray(isOpen: boolean) {
  if (isOpen === $isTrayOpen.get()) return
  isJustOpened = isOpen
  const state = isOpen ? 'open' : 'closed'
  $remembered.set(state)
  browserStorage('localStorage')?.setItem(KEY, state)
}

/** Scrolls a just opened tray below the calendar into view once its drafts are rendered. */
export function showOpenedTray(drafts: HTMLElement | null) {
  const tray = drafts?.closest<HTMLElement>('[data-tray]')
  if (!tray) return
  if (isJustOpened && getComputedStyle(tray).position !== 'sticky') tray.scrollIntoView({ block: 'nearest' })
  isJustOpened = false
}
