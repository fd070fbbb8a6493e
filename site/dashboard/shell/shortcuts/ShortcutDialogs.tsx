import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $shortcutDialog, watchShortcuts } from './shortcuts.ts'

const Palette = lazyComponent(async () => (await import('#site/dashboard/shell/palette/Palette.tsx')).Palette)
const ShortcutHelp = lazyComponent(async () => (await import('./ShortcutHelp.tsx')).ShortcutHelp)

/** The palette or the list of shortcuts, loaded when first opened. */
export function ShortcutDialogs() {
  const open = useStore($shortcutDialog)
  useEffect(watchShortcuts, [])
  if (open === 'palette') return <Palette />
  return open === 'help' ? <ShortcutHelp /> : null
}
