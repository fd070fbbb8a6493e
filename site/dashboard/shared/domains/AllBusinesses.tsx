import { useStore } from '@nanostores/react'

import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { classes } from '#site/ui/classes.ts'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { $businesses } from './BusinessMark.tsx'
import { $prefersAll } from './scope.ts'

type AllBusinessesProps = { isAll: boolean; onChange: (isAll: boolean) => void; className?: string }

/** Toggles between the selected business and all of them. */
export function AllBusinesses({ isAll, onChange, className }: AllBusinessesProps) {
  const { size } = useStore($businesses)
  const { many } = useStore($businessNoun)
  if (size < 2 && !isAll) return null
  return (
    <button
      type="button"
      aria-pressed={isAll}
      onClick={() => {
        $prefersAll.set(!isAll)
        onChange(!isAll)
      }}
      className={classes(PRESSABLE, 'btn-sm', className)}
    >
      All {many}
    </button>
  )
}
