import { Button } from '#site/ui/Button.tsx'
import { ActionMenu, type Action } from '#site/ui/popovers/ActionMenu.tsx'

export type BulkAction = Extract<Action, { run: unknown }> & {
  isMain?: boolean
  /** Shown instead of the label in the narrowest windows. */
  short?: string
}

/** More than these are in a menu, unless the window is wide. */
const ALWAYS_SHOWN = 2

/** Actions in one line, the most important first. The key B moves to them. */
export function BulkActions({ actions }: { actions: readonly BulkAction[] }) {
  const isShort = actions.length <= ALWAYS_SHOWN + 1
  const others = isShort ? [] : actions.slice(ALWAYS_SHOWN)
  return (
    <>
      {actions.map(({ label, short = label, icon: Icon, run, isMain }, index) => (
        <Button
          key={label}
          small
          variant={isMain ? 'primary' : 'quiet'}
          aria-label={label}
          aria-keyshortcuts={index === 0 ? 'B' : undefined}
          className={`min-w-0 max-sm:px-2 ${others.length > 0 && index >= ALWAYS_SHOWN ? 'max-xl:hidden' : ''}`}
          icon={<Icon aria-hidden="true" className="size-4 max-sm:hidden" />}
          onClick={run}
        >
          <span className="truncate max-[24rem]:hidden">{label}</span>
          <span className="truncate min-[24rem]:hidden">{short}</span>
        </Button>
      ))}
      {others.length > 0 && (
        <span className="xl:hidden">
          <ActionMenu label="More for the selected posts" actions={others} />
        </span>
      )}
    </>
  )
}
