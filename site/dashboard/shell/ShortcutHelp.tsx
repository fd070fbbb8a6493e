import { useStore } from '@nanostores/react'

import { $can } from '#site/dashboard/shared/permissions.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { $links } from './screens.ts'
import { closeShortcutDialog, keysTo, SHORTCUTS } from './shortcuts.ts'

export function ShortcutHelp() {
  const can = useStore($can)
  const screens = useStore($links)('nav').flatMap(({ route, label }) => {
    const keys = keysTo(route)
    return keys ? [{ keys, does: label }] : []
  })
  const others = SHORTCUTS.filter(({ needs }) => !needs || can(needs))
  return (
    <Modal wide title="Keyboard shortcuts" onClose={closeShortcutDialog}>
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {[...others, ...screens].map(({ keys, does }) => (
          <div
            key={does}
            className="flex min-h-10 items-center justify-between gap-4 border-b border-base-300"
          >
            <dt className="text-sm">{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map(key => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-sm text-soft">
        Letters work while you aren’t typing. You can turn them off in Settings, under Appearance.
      </p>
    </Modal>
  )
}

export const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-selector border border-edge bg-base-200 px-1.5 font-sans text-xs leading-6">
    {children}
  </kbd>
)
