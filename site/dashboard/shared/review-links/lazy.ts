import { lazyComponent } from '#site/ui/rendering/lazy.tsx'

export const ShareDialog = lazyComponent(async () => (await import('./ShareDialog.tsx')).ShareDialog)
