import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

import { Tooltip } from './popovers/Tooltip.tsx'

export type Tab<Key extends string> = {
  key: Key
  label: ReactNode
  tooltip?: string
}

export type TabsProps<Key extends string> = {
  label: string
  tabs: readonly Tab<Key>[]
  selected: Key
  onSelect: (key: Key) => void
  /** Renders the panel without a distance to the tabs. */
  flush?: boolean
  /** Sets many tabs closely on a phone, and wraps them in a wider window instead of scrolling. */
  wraps?: boolean
  children: ReactNode
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs and the panel of the selected one (ARIA tabs pattern): arrow keys move between them. */
export function Tabs<Key extends string>({
  label,
  tabs,
  selected,
  onSelect,
  flush,
  wraps,
  children,
}: TabsProps<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tab = document.getElementById(`${id}-${selected}`)
    const line = tab?.closest<HTMLElement>('.overflow-x-auto')
    if (!tab || !line) return undefined
    // Counts that load later make the tabs wider.
    const sizes = new ResizeObserver(() => {
      line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
      fade()
    })
    for (const each of line.children) sizes.observe(each)
    const fade = () => {
      const hidden = line.scrollWidth - line.clientWidth - line.scrollLeft
      line.style.setProperty('--before', `${Math.min(line.scrollLeft, FADE_PX)}px`)
      line.style.setProperty('--after', `${Math.min(hidden, FADE_PX)}px`)
    }
    sizes.observe(line)
    line.addEventListener('scroll', fade, { passive: true })
    return () => {
      sizes.disconnect()
      line.removeEventListener('scroll', fade)
    }
  }, [id, selected])

  function onKeyDown(event: KeyboardEvent) {
    const next = STEPS[event.key]?.(
      tabs.findIndex(tab => tab.key === selected),
      tabs.length,
    )
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs[next]
    if (tab) onSelect(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={wraps ? WRAPPING : lineClasses(tabs)}
      >
        {tabs.map(tab => (
          <Described key={tab.key} by={tab.tooltip}>
            <button
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={tab.key === selected}
              aria-controls={`${id}-panel`}
              aria-description={tab.tooltip}
              tabIndex={tab.key === selected ? 0 : -1}
              onClick={() => onSelect(tab.key)}
              className={`flex min-h-11 shrink-0 cursor-pointer items-center gap-2 border-b-3 border-transparent px-3 py-2.5 text-sm font-semibold ${wraps ? 'max-lg:px-2 max-sm:gap-1 max-sm:px-1 max-sm:text-[0.8125rem]' : 'max-sm:px-2'}
                text-soft -outline-offset-2 hover:text-base-content aria-selected:border-primary aria-selected:text-base-content`}
            >
              {tab.label}
            </button>
          </Described>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        tabIndex={-1}
        className={flush ? '' : 'pt-5'}
      >
        {children}
      </div>
    </div>
  )
}

const Described = ({ by, children }: { by?: string; children: ReactNode }) =>
  by ? <Tooltip text={by}>{children}</Tooltip> : children

const LINE = 'flex gap-x-1 shadow-[inset_0_-1px_0_var(--color-base-300)]'
const FADE_PX = 56
/**
 * Scrolls rather than wraps, and fades at an edge while more tabs are beyond it. It is positioned, so that hidden texts in the tabs
 * beyond the edge don't widen the page.
 */
const SCROLLING = `relative ${LINE} overflow-x-auto mask-[linear-gradient(to_right,transparent,#000_var(--before,0px),#000_calc(100%-var(--after,0px)),transparent)] [scrollbar-width:none]`

const WRAPPING = `${SCROLLING} max-sm:gap-x-0 sm:flex-wrap sm:overflow-visible sm:mask-none`

/** Tabs with tooltips wrap rather than scroll, because the line would cut a tooltip off. */
const lineClasses = (tabs: readonly Tab<string>[]) =>
  tabs.some(({ tooltip }) => tooltip) ? `${LINE} flex-wrap` : SCROLLING
