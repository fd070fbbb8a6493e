import type { CaptionEvents } from '#shared/posts/captions.ts'
import { connectingApp } from './connecting.ts'

type Options = Parameters<typeof connectingApp>[0]
type Chat = {
  path: string
  form: Record<string, string>
  headers: Record<string, string>
  hungUp?: boolean
}
export type CaptionEvent = {
  [Name in keyof CaptionEvents]: { event: Name; data: CaptionEvents[Name] }
}[keyof CaptionEvents]

/** Creates the api with a writer, and an author for captions. */
export async function captionsApp(options?: Options) {
  const app = await connectingApp(options)
  const author = await app.owner()

  const write = (json: object) => author.call('captions', { json: { networks: ['facebook'], ...json } })
  const chatsOf = async (operation: 'chat/completions' | 'moderations') =>
    (await app.world<Chat[]>('requests')).filter(({ path }) => path === `/openai/v1/${operation}`)
  return {
    ...app,
    author,
    write,
    chatsOf,
    fault: (operation: string, kind: string, more: object = {}) =>
      app.world('faults', { provider: 'openai', operation, kind, ...more }),
  }
}

/** Reads all events of a response. */
export async function eventsOf(response: Response): Promise<CaptionEvent[]> {
  const text = await response.text()
  return text
    .split('\n\n')
    .filter(Boolean)
    .map(block => {
      const [, event] = /^event: (.*)$/m.exec(block) ?? []
      const [, data] = /^data: (.*)$/m.exec(block) ?? []
      return { event, data: JSON.parse(data!) } as CaptionEvent
    })
}
