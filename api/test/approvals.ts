import { sendWaitingMail } from '#api/test/app.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import type { NetworkId } from '#shared/networks.ts'
import { addMember } from './members.ts'
import { picture, publishingApp } from './publishing.ts'

export const DAY_S = 24 * 3600

/** Creates a business that requires approval, with functions that let members write, decide and be notified. */
export async function openApprovalsApp(networks: NetworkId[] = ['facebook']) {
  const app = await publishingApp({ networks })
  const { domainId } = app.author
  const rule = (json: object = {}) =>
    app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true, ...json } })
  await rule()
  const member = async (role: Role) => {
    const person = await app.signUp()
    await addMember(app.ctx, { domainId, userId: person.userId, role })
    return person
  }
  const write = async (
    person: typeof app.author | Awaited<ReturnType<typeof member>>,
    message: string,
    inSeconds = DAY_S,
  ) => {
    const form = new FormData()
    const platforms = networks.map(platform => ({ platform, message }))
    const data = { platforms, timestamp: app.clock.now().toISOString() }
    form.set('data', JSON.stringify(data))
    form.append('media', await picture('red'))
    form.set('isScheduled', 'true')
    form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + inSeconds))
    return ((await (await person.call('auth/createPosts', { form })).json()) as { postId: string }).postId
  }
  type Person = { email: string; call: typeof app.call }
  const bell = async ({ call }: Pick<Person, 'call'>) =>
    ((await (await call('notifications')).json()) as { data: { title: string; message: string }[] }).data
      .filter(({ title }) => /approv|request|comment/.test(title))
      .map(({ title, message }) => [title, message])
  const mailed = async ({ email }: Pick<Person, 'email'>) => {
    await sendWaitingMail(app.ctx)
    return (await app.mail(email)).filter(({ subject }) => /approv|request/.test(subject))
  }
  const approve = async (id: string) => {
    const { approval } = await app.read(id)
    return app.call(`posts/${id}/approve`, { json: { contentHash: approval?.contentHash } })
  }
  return { ...app, domainId, rule, member, write, bell, mailed, approve }
}
