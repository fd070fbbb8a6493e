import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { $isAll } from '#site/dashboard/calendar/filters/filters.ts'
import { $isTrayBeside } from './tray-state.ts'
import { Tray } from './Tray.tsx'

/** Extends the tray's column into the right margin of a wide window. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_13rem] items-start gap-x-3 -me-[clamp(0rem,(100vw-90rem)/2,13.75rem)]'

/** Shows the tray of drafts with one business's calendar, and none with all businesses. */
export const BesideTray = ({ children }: { children: ReactNode }) =>
  useStore($isAll) ? children : <WithTray>{children}</WithTray>

const WithTray = ({ children }: { children: ReactNode }) => (
  <div className={useStore($isTrayBeside) ? COLUMNS : ''}>
    <div>{children}</div>
    <Tray />
  </div>
)
