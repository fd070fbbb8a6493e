import { atom } from 'nanostores'

import type { Domain } from '#shared/businesses/domains.ts'

export type DomainDialog =
  | { open: 'none' }
  | { open: 'create' }
  | { open: 'edit'; domain: Domain }
  | { open: 'delete'; domain: Domain }

export const $domainDialog = atom<DomainDialog>({ open: 'none' })

export const createDomain = () => $domainDialog.set({ open: 'create' })
export const editDomain = (domain: Domain) => $domainDialog.set({ open: 'edit', domain })
export const askToDeleteDomain = (domain: Domain) => $domainDialog.set({ open: 'delete', domain })
export const closeDomainDialog = () => $domainDialog.set({ open: 'none' })
