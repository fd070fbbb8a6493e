import { useStore } from '@nanostores/react'
import { Sparkles } from 'lucide-react'

import { $canWrite } from '#site/dashboard/shared/can-write.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { Button } from '#site/ui/Button.tsx'
import { openWeekDialog } from './open.ts'

/** Opens the dialog in which AI writes drafts, where there is AI. A small one is an icon unless the window is wide. */
export function WriteWeekButton({ small = false }: { small?: boolean }) {
  if (!useStore($canWrite).data) return null
  return (
    <Allowed to="write">
      <Button
        small={small}
        title={small ? 'Write my week' : undefined}
        icon={<Sparkles className={small ? undefined : 'size-4'} />}
        onClick={() => void openWeekDialog()}
      >
        {small ? <span className="max-[87.49rem]:sr-only">Write my week</span> : 'Write my week'}
      </Button>
    </Allowed>
  )
}
