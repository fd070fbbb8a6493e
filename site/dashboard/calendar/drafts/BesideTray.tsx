import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { $isAll } from '#site/dashboard/calendar/filters/filters.ts'
import { $isTrayBeside } from './tray-state.ts'
import { Tray } from './Tray.tsx'

/** The tray's column extends to the right where the window is wider than the page. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_13rem] items-start gap-x-3 -me-[clamp(0rem,(100vw-90rem)/2,13.75rem)]'

/** The calendar with the tray of drafts, which are a business's own: several businesses together have none. */
export const BesideTray = ({ children }: { children: ReactNode }) =>
  useStore($isAll) ? children : <WithTray>{children}</WithTray>

const WithTray = ({ children }: { children: ReactNode }) => (
  <div className={useStore($isTrayBeside) ? COLUMNS : ''}>
    <div>{children}</div>
    <Tray />
  </div>
)
