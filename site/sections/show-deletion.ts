import type { DataDeletion } from '#shared/compliance.ts'

type DeletionResponse = { success: true; data: DataDeletion } | { success: false; message: string }

const FAILED = 'We couldn’t look it up just now. Reload the page in a minute.'

/** Shows the progress of the deletion with this code. Avoids the api's client, which every visitor would have to load. */
export async function showDeletion(place: HTMLElement, code: string) {
  const { lookUp = '', networks = '{}' } = place.dataset
  const names: Record<string, string> = JSON.parse(networks)
  place.querySelector('code')!.textContent = code
  place.hidden = false
  place.querySelector('[role=status]')!.textContent = await messageOf(
    lookUp + encodeURIComponent(code),
    names,
  )
}

async function messageOf(url: string, names: Record<string, string>): Promise<string> {
  try {
    const response: DeletionResponse = await (await fetch(url)).json()
    if (!response.success) return response.message
    const { network, requestedAt, finishedAt } = response.data
    const what = `what ${names[network]} shared with us about you`
    return finishedAt
      ? `Done: ${what} was deleted on ${dayOf(finishedAt)}.`
      : `We are deleting ${what}. You asked for it on ${dayOf(requestedAt)}.`
  } catch {
    return FAILED
  }
}

const dayOf = (instant: string) => new Date(instant).toLocaleDateString('en-AU', { dateStyle: 'long' })
