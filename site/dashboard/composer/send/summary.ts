import { networkNames } from '#shared/listed.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Draft } from '#site/dashboard/composer/draft/draft.ts'
import { describeTimeZone, formatLongDay, formatTime, timeZone } from '#site/lib/format.ts'

type SendPlan = Pick<Draft, 'isScheduled' | 'publishAt'> & {
  business?: string
  zone?: string
  commented?: boolean
  /** True if any platform could be enabled. */
  anyConnected?: boolean
  needsApproval?: boolean
  /** Networks that would reject a file. */
  rejecting?: readonly NetworkId[]
}

/** Says in a sentence what the button will do, and when. */
export function summarizeSend(
  {
    isScheduled,
    publishAt,
    business,
    zone = timeZone(),
    commented,
    anyConnected = true,
    needsApproval,
    rejecting = [],
  }: SendPlan,
  enabled: readonly NetworkId[],
  now = new Date(),
): string {
  if (enabled.length === 0)
    return `${anyConnected ? 'Turn on' : 'Connect'} a platform to choose where this post goes.`
  if (rejecting.length > 0)
    return `${networkNames(rejecting)} won’t accept a file in this post. Change it first.`
  const where = `Goes ${business ? `to ${business}` : 'out'} on ${networkNames(enabled)}`
  const comment = commented ? ', with a first comment after it' : ''
  const then = needsApproval && isScheduled ? `, once approved${comment}` : comment
  if (!isScheduled) return `${where} ${needsApproval ? 'as soon as it is approved' : 'straight away'}${then}.`
  if (!publishAt) return `${where} at the time you choose${then}.`
  const place = describeTimeZone(publishAt, zone).replace(/ \([^)]*\)$/, '')
  return `${where} on ${formatLongDay(publishAt, now, zone)} at ${formatTime(publishAt, zone)}, ${place}${then}.`
}
