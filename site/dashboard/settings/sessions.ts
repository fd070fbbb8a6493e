import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

const calls = api.sessions

/** The user's sessions, this browser's first. */
export const $sessions = remote(async () => (await (await calls.$get()).json()).data)

export async function endSession(id: string) {
  await end(() => calls[':id'].$delete({ param: { id } }), 'That browser is signed out.')
}

export async function endOtherSessions() {
  await end(() => calls.$delete(), 'All other browsers are signed out.')
}

async function end(send: () => Promise<unknown>, done: string) {
  await withErrorToast('That didn’t work. Try again.', async () => {
    await send()
    toast('success', done)
  })
  await $sessions.reload()
}
