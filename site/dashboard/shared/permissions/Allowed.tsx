import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import type { Permission } from '#shared/businesses/permissions.ts'
import { $can } from './permissions.ts'

/** Renders its children if the user's role in the selected business has the permission. */
export const Allowed = ({ to, children }: { to: Permission; children: ReactNode }) =>
  useStore($can)(to) ? children : null
