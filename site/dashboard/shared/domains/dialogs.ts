import type { Domain } from '#shared/businesses/domains.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { $composer } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $prefersAll } from './scope.ts'

/** `success` replaces the api's message. */
type DomainFormInput = { title: string; domain?: Domain; success?: string }

const openForm = (input: DomainFormInput) =>
  openDialog(async () => (await import('./DomainDialogs.tsx')).DomainForm, input)

export const createDomain = () => openForm({ title: 'Create Domain' })
export const createClient = () => openForm({ title: 'New client', success: 'Client added.' })
export const editDomain = (domain: Domain) => openForm({ title: 'Edit Domain', domain })

export const askToDeleteDomain = (domain: Domain) =>
  openDialog(async () => (await import('./DomainDialogs.tsx')).DeleteDomain, { domain })

export const openConnectLink = (domainId: string) =>
  openDialog(async () => (await import('../connect-links/ConnectLinkDialog.tsx')).ConnectLinkDialog, {
    domainId,
  })

// A new post would be for the business that was selected last.
$composer.listen((opened, before) => {
  if (!opened || before || !$prefersAll.get()) return
  const { draft, edit, from, at } = opened
  if (!draft && !edit && !from)
    void openDialog(async () => (await import('./ChooseBusiness.tsx')).ChooseBusiness, { at })
})
