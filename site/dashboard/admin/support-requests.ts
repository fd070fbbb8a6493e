import { SERVICES, type SupportRequest } from '#shared/requests.ts'
import { api } from '#site/lib/api.ts'
import { createdAt, type Fact, labelOf, wordsOf } from './columns.ts'
import { requestList } from './request-list.ts'

export const supportFacts: readonly Fact<SupportRequest>[] = [
  { label: 'Full Name', text: ({ fullname }) => fullname, inTable: true },
  { label: 'Email', text: ({ email }) => email, inTable: true },
  { label: 'Contact', text: ({ contact }) => contact, inTable: true },
  { label: 'Company', text: ({ company }) => company, inTable: true },
  { label: 'Service', text: ({ service }) => labelOf(SERVICES, service), inTable: true },
  { label: 'Message', text: ({ message }) => message, inTable: true, long: true },
  createdAt,
]

const calls = api.admin.supportRequests

export const supportRequests = requestList<SupportRequest>({
  list: async () => (await (await calls.$get()).json()).data,
  remove: id => calls[':id'].$delete({ param: { id } }),
  restore: id => calls[':id'].restore.$post({ param: { id } }),
  words: request => wordsOf(supportFacts, request),
})
