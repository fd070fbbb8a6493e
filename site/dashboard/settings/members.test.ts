import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'
import { createElement } from 'react'

import { isLastOwner } from '#shared/businesses/members.ts'
import { $members, changeRole, invitation, removeMember } from '#site/dashboard/settings/Members.tsx'
import { $domains, $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { acceptInvitation } from '#site/dashboard/shared/invitation.ts'
import { takeToken } from '#site/dashboard/shell/Dashboard.tsx'
import { showDomain } from '#site/lib/api/shown-domain.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn } from '#site/lib/session.ts'
import { $toasts, SIGNED_IN, toast } from '#site/lib/toasts.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { Members } from './Members.tsx'

test('invites, changes a role and withdraws the invitation', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($members)
  await $members.reload()
  expect(await settled($members)).toMatchObject({ data: [{ role: 'owner', status: 'active' }] })
  expect(await invitation.submit({ email: 'nonsense', role: 'editor' })).toBe(false)
  expect(invitation.$state.get().fields.email).toBeTruthy()
  expect(await invitation.submit({ email: 'mia@example.com', role: 'editor' })).toBe(true)
  const invited = async () => {
    const members = await settled($members)
    return members.state === 'ready' ? members.data?.find(({ status }) => status === 'invited') : undefined
  }
  const mia = await invited()
  expect(mia).toMatchObject({ email: 'mia@example.com', role: 'editor' })
  await changeRole(mia?._id ?? '', 'viewer')
  expect(await invited()).toMatchObject({ role: 'viewer' })
  if (mia) await removeMember(mia)
  expect(await invited()).toBeUndefined()
  site.close()
})

test('tells members who aren’t owners who invites people', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($members)
  await $members.reload()
  const { data } = $domains.get()
  const text = () => rendered(createElement(Members)).text
  expect(text()).not.toContain('Only the owners')
  $domains.set({ state: 'ready', data: data!.map(each => ({ ...each, role: 'editor' as const })) })
  expect(text()).toContain('invite and remove people.')
  $domains.set({ state: 'ready', data: data! })
  site.close()
})

test('keeps the last owner, and lets them withdraw the invitation of another owner', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($members)
  await $members.reload()
  await invitation.submit({ email: `x-${crypto.randomUUID()}@example.com`, role: 'owner' })
  const loaded = await settled($members)
  const members = loaded.state === 'ready' ? (loaded.data ?? []) : []
  expect(members.map(member => [member.status, isLastOwner(member._id, members)])).toEqual([
    ['active', true],
    ['invited', false],
  ])
  await removeMember(members[1]!)
  expect(await settled($members)).toMatchObject({ data: [{ status: 'active' }] })
  site.close()
})

test('accepts an invitation, shows its business, and drops the token from the URL', async () => {
  const app = await postsApp()
  const owner = await app.signUp()
  const saved = await owner.call('users/saveUserDomain', { json: { businessName: 'Mia’s Bakery' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  const email = `x-${crypto.randomUUID()}@example.com`
  await owner.call(`businesses/${data._id}/members`, { json: { email, role: 'author' } })
  const [mail] = await app.mail(email)
  const token = /\/invite\/(\w+)/.exec(mail?.text ?? '')?.[1]
  const site = await openPosts(app)
  keepMount($domains)
  await $domains.reload()
  const replaced: string[] = []
  const { location, history } = globalThis
  Object.assign(globalThis, {
    location: { pathname: '/dashboard', search: `?invite=${token}&post=p1`, hash: '' },
    history: { replaceState: (_: unknown, __: unknown, path: string) => void replaced.push(path) },
  })
  expect(takeToken('invite')).toBe(String(token))
  expect(replaced).toEqual(['/dashboard?post=p1'])
  toast('success', SIGNED_IN)
  await acceptInvitation(String(token))
  expect($selectedDomain.get()).toMatchObject({ businessName: 'Mia’s Bakery', role: 'author' })
  expect($toasts.get().map(({ message }) => message)).toEqual(['You’re a member of Mia’s Bakery now.'])
  await expect(acceptInvitation(String(token))).rejects.toThrow(
    'This invitation is no longer valid. Ask for a new one.',
  )
  Object.assign(globalThis, { location, history })
  site.close()
})

test('reloads the screens of a newcomer’s first business', async () => {
  const app = await postsApp()
  const [owner, newcomer] = [await app.signUp(), await app.signUp()]
  const saved = await owner.call('users/saveUserDomain', { json: { businessName: 'Mia’s Bakery' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  await owner.call(`businesses/${data._id}/members`, { json: { email: newcomer.email, role: 'author' } })
  const [mail] = await app.mail(newcomer.email)
  const token = /\/invite\/(\w+)/.exec(mail?.text ?? '')?.[1]
  const site = await openPosts(app)
  showDomain(undefined)
  signIn(newcomer.token)
  await $domains.reload()
  expect($selectedDomain.get()).toBeUndefined()
  const version = $selectionVersion.get()
  await acceptInvitation(String(token))
  expect($selectedDomain.get()).toMatchObject({ businessName: 'Mia’s Bakery' })
  expect($selectionVersion.get()).toBeGreaterThan(version)
  site.close()
})
