export type PublishedOutside = { network: string; account: string; message: string; id: string }

type Day = { day: string; followers: number; engagement: number }

/** Makes the sandbox's control calls, and presses the buttons of its dialogs. */
export function outside(sandboxUrl: string) {
  async function call<Body>(path: string, body?: unknown): Promise<Body> {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }
    const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, body === undefined ? {} : init)
    if (!response.ok)
      throw new Error(`The sandbox responded with ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }

  return {
    published: () => call<PublishedOutside[]>('published'),
    /** Adds a person with an Instagram account whom the dialog offers. */
    addInstagramAccount: (name: string) =>
      call<{ person: string }>('login', { provider: 'instagram', name, offered: true }),
    engage: (id: string, figures: { likes?: number; comments?: number; at: string }) =>
      call('engage', { id, ...figures }),
    setAudience: (audience: { account: string; followers: number; days: Day[] }) =>
      call('audience', audience),
    /** Makes Facebook refuse the next post. */
    refuseNext: () => call('faults', { provider: 'facebook', operation: 'photos', kind: 'error', code: 368 }),
    /** Presses "Continue" in a dialog, as this person or the first one offered. @returns the URL of the redirect */
    async consent(dialog: string, person?: string) {
      const chosen =
        person ?? /name="sandbox_consent" value="(\w+)"/.exec(await (await fetch(dialog)).text())?.[1]
      const response = await fetch(`${dialog}&sandbox_consent=${chosen}`, { redirect: 'manual' })
      const back = new URL(response.headers.get('Location') ?? '')
      return { path: back.pathname + back.search, query: back.searchParams }
    },
  }
}
export type Outside = ReturnType<typeof outside>
