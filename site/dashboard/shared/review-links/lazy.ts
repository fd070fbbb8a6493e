import { lazyComponent } from '#site/ui/lazy.tsx'

export const ShareDialog = lazyComponent(async () => (await import('./ShareDialog.tsx')).ShareDialog)
