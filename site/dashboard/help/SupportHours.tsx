import { SUPPORT_HOURS } from '#shared/requests/support.ts'

export const SupportHours = () => (
  <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
    {SUPPORT_HOURS.map(({ days, hours }) => (
      <div key={days} className="contents">
        <dt>{days}</dt>
        <dd className="text-soft">{hours}</dd>
      </div>
    ))}
  </dl>
)
