import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $freeTimes } from './free-slot.ts'
import { PublishTimeField } from './PublishTimeField.tsx'
import { QuickTimes } from './QuickTimes.tsx'

type TimeChoiceProps = {
  value: Date | null
  /** The zone of the business. */
  zone: string
  domainId: string | undefined
  onChange: (value: Date) => void
  error?: string | undefined
}

/** The date picker, with the quick times above it if the business is the selected one. */
export function TimeChoice({ value, zone, domainId, onChange, error }: TimeChoiceProps) {
  const selected = useStore($selectedDomain)
  const isSelected = selected !== undefined && selected._id === domainId
  useEffect(() => {
    if (isSelected) void $freeTimes.reload()
  }, [isSelected])
  return (
    <>
      {isSelected && (
        <div role="group" aria-label="Quick times" className="flex flex-wrap gap-1.5">
          <QuickTimes
            detailed
            zone={zone}
            isChosen={(_way, time) => +time === +(value ?? 0)}
            onChoose={(_way, time) => onChange(time)}
          />
        </div>
      )}
      <PublishTimeField zone={zone} domainId={domainId} value={value} onChange={onChange} error={error} />
    </>
  )
}
