import { useStore } from '@nanostores/react'
import { Sparkles } from 'lucide-react'

import { $hasAi } from '#site/dashboard/shared/has-ai.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { Button } from '#site/ui/Button.tsx'

export const openWeekDialog = () => openDialog(async () => (await import('./WeekDialog.tsx')).WeekDialog, {})

/** Opens the dialog in which AI writes drafts; absent without AI. The small one shows its label only in wide windows. */
export function WriteWeekButton({ small = false }: { small?: boolean }) {
  if (!useStore($hasAi).data) return null
  return (
    <Allowed to="write">
      <Button
        small={small}
        title={small ? 'Write my week' : undefined}
        icon={<Sparkles />}
        onClick={() => void openWeekDialog()}
      >
        {small ? <span className="@max-[66rem]:sr-only">Write my week</span> : 'Write my week'}
      </Button>
    </Allowed>
  )
}
