import { atom, computed, onMount } from 'nanostores'

import type { SaveDomain } from '#shared/businesses/domains.ts'
import { DOMAIN_REFRESH_MS, NOTICE_MS } from '#shared/timings.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { serverMessageOf } from '#site/lib/api/error.ts'
import { showDomain, shownDomainId } from '#site/lib/api/shown-domain.ts'
import { onLive } from '#site/lib/live/live.ts'
import { remote, settled, until } from '#site/lib/remote.ts'
import { $session } from '#site/lib/session.ts'
import { type ToastType, toast } from '#site/lib/toasts.ts'

/** The user's businesses. Each window has its own selection. */
export const $domains = remote(async () => {
  const { data } = await bodyOf(api.users.getUserDomain.$get())
  const kept = data.find(({ _id }) => _id === shownDomainId()) ?? data.find(({ isSelected }) => isSelected)
  showDomain(kept?._id)
  return data.map(domain => ({ ...domain, isSelected: domain === kept }))
})

onMount($domains, () => onLive('domain', () => void reloadChanged()))

export const $selectedDomain = computed($domains, ({ data }) => data?.find(domain => domain.isSelected))

export const $selectedId = computed($selectedDomain, domain => domain?._id)

/** Increases when the api has accepted another selection, so that its dependants reload. */
export const $selectionVersion = atom(0)

/** Businesses that this window has deleted, whose loss needs no toast. */
const deleted = new Set<string>()

/** Reloads the list, and everything else if the user has lost the selected business. */
async function reloadChanged() {
  const [before, session] = [$selectedDomain.get(), $session.get()]
  await $domains.reload()
  const { data } = $domains.get()
  if (!before || !data || $session.get() !== session) return
  if (data.some(({ _id }) => _id === before._id) || deleted.has(before._id)) return
  notice('info', `You no longer have access to ${before.businessName}.`)
  $selectionVersion.set($selectionVersion.get() + 1)
}

/** True from a saved change until the list has reloaded. */
export const $domainsRefreshing = atom(false)

async function refresh(added?: string) {
  $domainsRefreshing.set(true)
  await new Promise(resolve => setTimeout(resolve, DOMAIN_REFRESH_MS))
  await reloadAndSelect(added)
  $domainsRefreshing.set(false)
}

/** Reloads the list, and selects the business that was just added. */
export async function reloadAndSelect(added?: string) {
  await $domains.reload()
  if (added && added !== $selectedDomain.get()?._id) await selectDomain(added)
  else $selectionVersion.set($selectionVersion.get() + 1)
}

export const refreshed = () => until($domainsRefreshing, isRefreshing => !isRefreshing)

/**
 * Adds a business and selects it, or changes the one with `domainId`. `success` replaces the api's message.
 * @returns its id
 * @throws {ApiError} after showing its message
 */
export async function saveDomain(domain: SaveDomain, domainId?: string, success?: string): Promise<string> {
  const { data, message } = await shown('Something went wrong', async () => {
    const saved = domainId
      ? await api.users.updateUserDomain.$post({ json: { ...domain, domainId } })
      : await api.users.saveUserDomain.$post({ json: domain })
    return saved.json()
  })
  notice('success', success ?? message)
  void refresh(domainId ? undefined : data._id)
  return data._id
}

/** Deletes a business. @throws {ApiError} after showing its message */
export async function deleteDomain(domainId: string) {
  deleted.add(domainId)
  const { message } = await shown('Failed to delete domain', () =>
    bodyOf(api.users.deleteUserDomain[':id'].$delete({ param: { id: domainId } })),
  )
  notice('success', message)
  void refresh()
}

/** Resolves once the business with this id may be selected. Returns false to prevent that. */
type Saving = (next: string) => Promise<void> | undefined | false
const unsaved = new Set<Saving>()

/** Registers a function that saves content before another business is selected. Returns the function that unregisters it. */
export function saveBeforeSelecting(save: Saving): () => void {
  unsaved.add(save)
  return () => unsaved.delete(save)
}

/** Selects a business once content is saved, and reverts that if the api rejects it. @returns true if it is selected */
export async function selectDomain(domainId: string): Promise<boolean> {
  if ($domains.get().state === 'loading') await settled($domains)
  if ($selectedDomain.get()?._id === domainId) return true
  const answers = [...unsaved].map(save => save(domainId))
  if (answers.includes(false)) return false
  const pending = answers.flatMap(saving => saving || [])
  if (pending.length > 0) await Promise.all(pending)
  const domains = $domains.get()
  if (domains.state !== 'ready') return false
  const before = shownDomainId()
  const data = domains.data.map(domain => ({ ...domain, isSelected: domain._id === domainId }))
  showDomain(domainId)
  $domains.set({ state: 'ready', data })
  try {
    await shown('Something went wrong', () => api.users.updateUserDomain.$post({ json: { domainId } }))
    $selectionVersion.set($selectionVersion.get() + 1)
    return true
  } catch {
    if (shownDomainId() === domainId) showDomain(before)
    await $domains.reload()
    return false
  }
}

const notice = (type: ToastType, message: string) => toast(type, message, { duration: NOTICE_MS })

async function shown<Result>(fallback: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    notice('error', serverMessageOf(error, fallback))
    throw error
  }
}

/** Creates a store of the selected business's data. Selecting another business clears it and, if it is shown, reloads it. */
export function remoteOfSelection<T>(load: (domainId: string | undefined) => Promise<T>) {
  const $store = remote(async () => load(await selectedDomainId()))
  $selectionVersion.listen($store.resetAndRefetch)
  return $store
}

/** Creates such a store whose data is null while no business is selected. */
export const remoteOfBusiness = <T>(load: (domainId: string) => Promise<T>) =>
  remoteOfSelection(async (domainId): Promise<T | null> => (domainId ? await load(domainId) : null))

/** Resolves with the selected business's id, which is known a moment after the page opens. */
export async function selectedDomainId(): Promise<string | undefined> {
  if ($domains.get().state === 'failed') await $domains.reload()
  const domains = await settled($domains)
  if (domains.state === 'failed') throw domains.error
  return $selectedDomain.get()?._id
}

/** Resolves once the list has reloaded, with true if the added business is selected. */
export async function isSelectedOnceAdded(id: string): Promise<boolean> {
  await refreshed()
  return (await selectedDomainId()) === id
}

/** Path of a link to the dialog of connect links, which a click opens on the same screen and another tab on Social Hub. */
export const CONNECT_LINK_PATH = '/dashboard/social-hub?connect-link=new'
