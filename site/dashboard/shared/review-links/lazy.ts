import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'

export const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog)
