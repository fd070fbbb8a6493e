import type { DataDeletion } from '#shared/compliance.ts'

type Answer = { success: true; data: DataDeletion } | { success: false; message: string }

const FAILED = 'We couldn’t look it up just now. Reload the page in a minute.'

/** Shows the progress of the deletion with this code. Avoids the api's client, which every visitor would have to load. */
export async function showDeletion(place: HTMLElement, code: string) {
  const { lookUp = '', networks = '{}' } = place.dataset
  const names: Record<string, string> = JSON.parse(networks)
  place.querySelector('code')!.textContent = code
  place.hidden = false
  place.querySelector('[role=status]')!.textContent = await wordsOf(lookUp + encodeURIComponent(code), names)
}

async function wordsOf(address: string, names: Record<string, string>): Promise<string> {
  try {
    const answer: Answer = await (await fetch(address)).json()
    if (!answer.success) return answer.message
    const { network, requestedAt, finishedAt } = answer.data
    const what = `what ${names[network]} shared with us about you`
    return finishedAt
      ? `Done: ${what} was deleted on ${dayOf(finishedAt)}.`
      : `We are deleting ${what}. You asked for it on ${dayOf(requestedAt)}.`
  } catch {
    return FAILED
  }
}

const dayOf = (instant: string) => new Date(instant).toLocaleDateString('en-AU', { dateStyle: 'long' })
