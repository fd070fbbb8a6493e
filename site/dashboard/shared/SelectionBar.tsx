import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { BusyButton } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { markRoot } from '#site/ui/mark-root.ts'
import { type Action, ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'

const markBar = markRoot('bulk-bar')

type SelectionBarProps = {
  label: string
  count: number
  onClear: () => void
  actions: readonly ShownAction[]
  run?: { done: number; total: number } | undefined
  more?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** Offers changes of the selection, at the bottom of the screen. */
export const SelectionBar = ({ label, count, onClear, actions, run, more, children }: SelectionBarProps) => (
  <div
    role="region"
    aria-label={label}
    ref={markBar}
    data-bottom-bar
    data-bulk-bar
    className="sticky bottom-[calc(var(--bar-bottom)+0.75rem)] z-30 mt-3 flex flex-wrap items-center gap-x-1 rounded-box border border-edge bg-raised px-2 py-1
        shadow-lift sm:px-3 sm:py-2"
  >
    {!run && <IconButton label="Clear the selection" tip="Clear" icon={<X />} onClick={onClear} />}
    <p role="status" className="me-auto text-sm font-semibold whitespace-nowrap tabular-nums xl:me-2">
      {run ? (
        `${run.done} of ${run.total}…`
      ) : (
        <>
          {count}
          <span className="max-[24rem]:sr-only"> selected</span>
        </>
      )}
    </p>
    {run ? (
      <progress className="progress w-32" value={run.done} max={run.total} aria-label="Progress" />
    ) : (
      <>
        {more}
        <Actions menuLabel={`More for the ${label.toLowerCase()}`} actions={actions} />
      </>
    )}
    {children}
  </div>
)

export type ShownAction = Extract<Action, { run: unknown }> & {
  isMain?: boolean
  /** Shown instead of the label on phones. */
  short?: string
}

/** Numbers of actions that fit one line. The others are in a menu, except in the widest windows. */
const SHOWN = { always: 2, onLaptops: 5 }

/** Actions in one line, the most important first. The key B focuses the first. */
function Actions({ menuLabel, actions }: { menuLabel: string; actions: readonly ShownAction[] }) {
  const others = othersThan(actions, SHOWN.always)
  const othersOnLaptops = othersThan(actions, SHOWN.onLaptops)
  return (
    <>
      {actions.map((action, index) => {
        const { label, short = label, icon: Icon, run, isMain } = action
        return (
          <BusyButton
            key={label}
            small
            variant={isMain ? 'primary' : 'quiet'}
            aria-label={label}
            aria-keyshortcuts={index === 0 ? 'B' : undefined}
            className={`min-w-0 max-sm:px-2 ${
              othersOnLaptops.includes(action)
                ? 'max-2xl:hidden'
                : others.includes(action)
                  ? 'max-xl:hidden'
                  : ''
            }`}
            icon={<Icon className="size-4 max-sm:hidden" />}
            onClick={async () => run()}
          >
            <span className="truncate max-[30rem]:hidden">{label}</span>
            <span className="truncate min-[30rem]:hidden">{short}</span>
          </BusyButton>
        )
      })}
      {others.length > 0 && (
        <span className="xl:hidden">
          <ActionMenu label={menuLabel} actions={others} />
        </span>
      )}
      {othersOnLaptops.length > 0 && (
        <span className="max-xl:hidden 2xl:hidden">
          <ActionMenu label={menuLabel} actions={othersOnLaptops} />
        </span>
      )}
    </>
  )
}

/** Returns the actions after the first ones, unless a menu would have only one. */
const othersThan = (actions: readonly ShownAction[], shown: number) =>
  actions.length > shown + 1 ? actions.slice(shown) : []
