import { useStore } from '@nanostores/react'

import { $toasts, dismissToast, holdToast, releaseToast } from '#site/lib/toasts.ts'
import { Toasts } from '#site/ui/toasts/Toasts.tsx'

export const ToastHost = () => (
  <Toasts toasts={useStore($toasts)} onDismiss={dismissToast} onHold={holdToast} onRelease={releaseToast} />
)
