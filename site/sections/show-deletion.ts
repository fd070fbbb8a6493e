const FAILED = 'We couldn’t look it up just now. Load the page again in a minute.'

/** Says how far the deletion of this code is. The api's client comes only where somebody has a code. */
export async function showDeletion(place: HTMLElement, code: string) {
  const said = place.querySelector('[role=status]')!
  place.querySelector('code')!.textContent = code
  place.hidden = false
  try {
    const [{ api }, { networks }] = await Promise.all([
      import('#site/lib/api.ts'),
      import('#shared/networks.ts'),
    ])
    const { data } = await (await api.compliance.deletions[':code'].$get({ param: { code } })).json()
    const what = `what ${networks[data.network].name} told us of you`
    said.textContent = data.finishedAt
      ? `Done: ${what} was deleted on ${dayOf(data.finishedAt)}.`
      : `We are deleting ${what}. You asked for it on ${dayOf(data.requestedAt)}.`
  } catch (error) {
    said.textContent = error instanceof Error && error.name === 'ApiError' ? error.message : FAILED
  }
}

const dayOf = (instant: string) => new Date(instant).toLocaleDateString('en-AU', { dateStyle: 'long' })
