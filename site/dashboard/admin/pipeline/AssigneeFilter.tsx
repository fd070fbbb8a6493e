import { useStore } from '@nanostores/react'

import {
  NOBODY,
  type RequestList,
  type SubmittedRequest,
} from '#site/dashboard/admin/requests/request-list.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { useColleagues } from './colleagues.ts'

/** Filters the list by assignee. */
export function AssigneeFilter<Request extends SubmittedRequest>({ list }: { list: RequestList<Request> }) {
  const assignee = useStore(list.$assignee)
  const colleagues = useColleagues()
  return (
    <SelectField
      label="Assigned to"
      value={assignee}
      onChange={event => list.filter({ assignee: event.target.value })}
      choices={[
        { value: '', label: 'Anyone' },
        { value: NOBODY, label: 'Nobody yet' },
        ...colleagues.map(({ _id, label }) => ({ value: _id, label })),
      ]}
    />
  )
}
