export type Published = {
  network: 'facebook' | 'instagram' | 'google'
  account: string
  accountName: string
  message: string
  media: { type: 'image' | 'video'; altText?: string; bytes: number }[]
  createdAt: string
  id: string
}

type Fault = {
  provider: string
  operation: string
  kind: string
  times?: number
  ms?: number
  code?: number
  status?: number
}

/** Controls the sandbox and reads its state. */
export function sandboxClient(sandboxUrl: string) {
  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, init)
    if (!response.ok)
      throw new Error(`_sandbox/${path} responded with ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const control = (path: string, body?: unknown) =>
    call(
      path,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    )
  const addFault = (fault: Fault) => control('faults', fault)
  return {
    url: sandboxUrl,
    addFault,
    /** Makes both networks slow to publish the next post. */
    async takeTime(ms: number) {
      await addFault({ provider: 'facebook', operation: 'feed', kind: 'delay-before', ms })
      await addFault({ provider: 'instagram', operation: 'media_publish', kind: 'delay-before', ms })
    },
    /** Adds a customer's review of a location. */
    review: (review: { location: string; stars: number; text: string; name?: string }) =>
      control('review', review),
    /** Resets Google's rate limits, for a caller whose own clock has jumped. */
    endMinute: () => call('limits', { method: 'DELETE' }),
    published: () => control('published') as Promise<Published[]>,
    async publishedWith(message: string) {
      return ((await control('published')) as Published[]).filter(post => post.message === message)
    },
    requests: () =>
      control('requests') as Promise<
        { method: string; path: string; time: string; form: Record<string, string> }[]
      >,
    /** Sets followers and daily engagement of a Page or account. */
    setAudience: (
      account: string,
      followers: number,
      days: { day: string; followers: number; engagement: number }[],
    ) => control('audience', { account, followers, days }),
    /** Ends a person's consent, as a password change does. */
    expire: (provider: 'facebook' | 'instagram' | 'google', person: string) =>
      control('expire', { provider, person }),
    login: (
      provider: 'facebook' | 'instagram' | 'google' | 'wordpress',
      name: string,
      pages?: number | string[],
    ) =>
      control('login', { provider, name, ...(pages !== undefined && { pages }) }) as Promise<{
        person: string
        code: string
        authResponse?: { accessToken: string; userID: string }
      }>,
    /** Returns the mails sent to an address, newest first. */
    mails: (to: string) =>
      control(`mail?to=${encodeURIComponent(to)}`) as Promise<
        { messageId: string; subject: string; text: string }[]
      >,
    /** Returns the newest URL with this path in a person's mail. */
    async mailedLink(to: string, path: string) {
      const mails = (await control(`mail?to=${encodeURIComponent(to)}`)) as { text: string }[]
      return mails
        .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
        .find(link => link.includes(path))
    },
    async mailedCode(to: string) {
      const mails = (await control(`mail?to=${encodeURIComponent(to)}`)) as { text: string }[]
      return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])[0]
    },
  }
}
export type SandboxClient = ReturnType<typeof sandboxClient>
