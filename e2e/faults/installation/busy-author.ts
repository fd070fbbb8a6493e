import { NETWORK_IDS } from '#shared/networks.ts'
import type { Author, Written } from './author.ts'

const SOON_MS = 4000
const LATER_MS = 20 * 60_000
const ROUND_MS = 120

type Act = (author: Author, random: () => number) => Promise<unknown>

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]

const post =
  (inMs: (random: () => number) => number): Act =>
  (author, random) =>
    author.post({
      network: pick(NETWORK_IDS, random)!,
      at: new Date(Date.now() + inMs(random)),
      comment: random() < 0.2,
    })

/** Changes a post that is scheduled for later. */
const toPlanned =
  (act: (author: Author, written: Written, random: () => number) => Promise<unknown>): Act =>
  async (author, random) => {
    const planned = author.ledger.filter(({ changes }) =>
      changes.every(({ action }) => action === 'edit' || action === 'post'),
    )
    const written = pick(planned, random)
    return written && act(author, written, random)
  }

const ACTS: Record<string, Act> = {
  'post now': post(() => 0),
  'post soon': post(random => random() * SOON_MS),
  'post later': post(() => LATER_MS),
  edit: toPlanned((author, written) => author.edit(written)),
  cancel: toPlanned((author, written) => author.cancel(written)),
  'move to now': toPlanned((author, written, random) =>
    author.move(written, new Date(Date.now() + random() * SOON_MS)),
  ),
  retry: async (author, random) => {
    const written = pick(author.ledger, random)
    return written && author.retry(written)
  },
}

/** Lets an author post and change posts until stopped. */
export function keepBusy(
  author: Author,
  random: () => number,
  acts: readonly (keyof typeof ACTS)[] = Object.keys(ACTS),
) {
  const stopping = new AbortController()
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await ACTS[pick(acts, random)!]!(author, random)
      await Bun.sleep(random() * ROUND_MS)
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return done
    },
  }
}
