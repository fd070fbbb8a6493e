import { NETWORK_IDS, networks } from '#shared/networks.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import type { PostExtras } from '#shared/posts/extras.ts'

/** Returns the content of a new post like an earlier one, without a time. */
export const reused = (content: DraftContent): DraftContent => ({
  ...content,
  networks: chosenAgain(content.networks),
  isScheduled: false,
  publishAt: null,
  extras: undated(content.extras),
})

/** A new post starts with the networks that work now. Those with which no post starts are on if the earlier one had them. */
const chosenAgain = (chosen: DraftContent['networks']): DraftContent['networks'] =>
  Object.fromEntries(
    NETWORK_IDS.filter(network => chosen[network] && !networks[network].startsOn).map(network => [
      network,
      true,
    ]),
  )

/**
 * Leaves out the dates of events and offers, which are those of the earlier post. A post without a button gets the business's
 * one, as others that are new.
 */
const undated = (extras: DraftContent['extras'] = {}): DraftContent['extras'] =>
  Object.fromEntries(
    Object.entries(extras).map(([network, each]) => [
      network,
      each ? { ...each, start: '', end: '', ...withoutEnd(each) } : undefined,
    ]),
  )

const withoutEnd = ({ recurrence }: PostExtras): Pick<PostExtras, 'recurrence'> =>
  recurrence ? { recurrence: { ...recurrence, until: '' } } : {}
