import { NETWORK_IDS, networks } from '#shared/networks.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import type { PostExtras } from '#shared/posts/extras.ts'

/** Returns the content of a new post like an earlier one, without a time. */
export const contentForReuse = (content: DraftContent): DraftContent => ({
  ...content,
  networks: chosenAgain(content.networks),
  isScheduled: false,
  publishAt: null,
  extras: undated(content.extras),
})

/** The new post starts with the usual networks, and the unusual ones of the earlier post. */
const chosenAgain = (chosen: DraftContent['networks']): DraftContent['networks'] =>
  Object.fromEntries(
    NETWORK_IDS.flatMap(network =>
      chosen[network] && !networks[network].isOnByDefault ? [[network, true]] : [],
    ),
  )

/** Removes the dates of events and offers. Without extras, the new post gets the business's button. */
const undated = (extras: DraftContent['extras'] = {}): DraftContent['extras'] =>
  Object.fromEntries(
    Object.entries(extras).map(([network, each]) => [
      network,
      each ? { ...each, start: '', end: '', ...withoutEnd(each) } : undefined,
    ]),
  )

const withoutEnd = ({ recurrence }: PostExtras): Pick<PostExtras, 'recurrence'> =>
  recurrence ? { recurrence: { ...recurrence, until: '' } } : {}
