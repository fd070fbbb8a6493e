import { Button } from '#site/ui/Button.tsx'
import { ActionMenu, type Action } from '#site/ui/popovers/ActionMenu.tsx'

export type BulkAction = Extract<Action, { run: unknown }> & {
  isMain?: boolean
  /** Shown instead of the label in the narrowest windows. */
  short?: string
}

/** Numbers of actions that fit one line. The others are in a menu, except in the widest windows. */
const SHOWN = { always: 2, onLaptops: 5 }

/** Actions in one line, the most important first. The key B moves to them. */
export function BulkActions({ actions }: { actions: readonly BulkAction[] }) {
  const others = othersThan(actions, SHOWN.always)
  const othersOnLaptops = othersThan(actions, SHOWN.onLaptops)
  return (
    <>
      {actions.map((action, index) => {
        const { label, short = label, icon: Icon, run, isMain } = action
        return (
          <Button
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
            icon={<Icon aria-hidden="true" className="size-4 max-sm:hidden" />}
            onClick={run}
          >
            <span className="truncate max-[24rem]:hidden">{label}</span>
            <span className="truncate min-[24rem]:hidden">{short}</span>
          </Button>
        )
      })}
      {others.length > 0 && (
        <span className="xl:hidden">
          <ActionMenu label="More for the selected posts" actions={others} />
        </span>
      )}
      {othersOnLaptops.length > 0 && (
        <span className="max-xl:hidden 2xl:hidden">
          <ActionMenu label="More for the selected posts" actions={othersOnLaptops} />
        </span>
      )}
    </>
  )
}

/** Returns the actions after the first ones, unless a menu would have only one. */
const othersThan = (actions: readonly BulkAction[], shown: number) =>
  actions.length > shown + 1 ? actions.slice(shown) : []
